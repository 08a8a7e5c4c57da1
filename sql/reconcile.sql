.mode column
.headers on
-- Do the layers add up to the whole, and what does timing them cost?
--
--   sqlite3 resnet_bench.db < sql/reconcile.sql                                     all runs
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/reconcile.sql        one
--
-- Mean ms of an iteration. PlainMs: no layer timed, by clock reads around it. LayeredMs: the same
-- with every layer timed. MarksMs: from the first mark to the last of a layered iteration. LeavesMs:
-- the sum of the leaves, equal to MarksMs but for rounding. UnattributedMs = LayeredMs - MarksMs:
-- inside the clock reads, in no layer; may be negative on a device that runs by itself.
-- LayeredOverPlain = LayeredMs / PlainMs. Empty where a run has no such iterations.

WITH wall AS (
  SELECT run, avg(wall_ns) FILTER (WHERE kind = 'plain') AS plain,
         avg(wall_ns) FILTER (WHERE kind = 'layered') AS layered,
         avg(marks_ns) FILTER (WHERE kind = 'layered') AS marks
  FROM iteration GROUP BY run
), leaf AS (
  SELECT run, total(1.0 * sum_ns / iterations) AS leaves
  FROM step_stat WHERE scope = 'layer' AND NOT is_composite GROUP BY run
)
SELECT run.id AS Run, model AS Model, mode AS Mode, batch AS Batch,
       iif(plain IS NULL, '', printf('%.3f', plain / 1e6)) AS PlainMs,
       iif(layered IS NULL, '', printf('%.3f', layered / 1e6)) AS LayeredMs,
       iif(wall.marks IS NULL, '', printf('%.3f', wall.marks / 1e6)) AS MarksMs,
       iif(leaves IS NULL, '', printf('%.3f', leaves / 1e6)) AS LeavesMs,
       iif(layered IS NULL, '', printf('%+.3f', (layered - wall.marks) / 1e6)) AS UnattributedMs,
       iif(layered IS NULL OR coalesce(plain, 0) = 0, '', printf('%.4f', layered / plain))
         AS LayeredOverPlain
FROM run
LEFT JOIN wall ON wall.run = run.id
LEFT JOIN leaf ON leaf.run = run.id
WHERE run.id = coalesce(:run, run.id)
ORDER BY run.id;
