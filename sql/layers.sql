.mode tabs
.headers on
-- Which layers take the time, each by its place in the network? summary.tsv by path.
--
--   sqlite3 resnet_bench.db < sql/layers.sql > layers.tsv                           newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/layers.sql
--
-- One row a leaf and pass, over all layered iterations, largest SumTime first: Path Module Dir,
-- SumTime AvgTime (ms: in total; of a call), CallsPerIteration, MsPerIteration, Share (of all rows,
-- 0 to 1), MedianUs CiLowUs CiHighUs (of one iteration; empty where not computed).

WITH leaf AS (
  SELECT step_stat.*, layer.path, sum(sum_ns) OVER () AS all_ns
  FROM step_stat JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
  WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run))
    AND step_stat.scope = 'layer' AND NOT step_stat.is_composite
)
SELECT path AS Path, module AS Module, pass AS Dir, printf('%.6f', sum_ns / 1e6) AS SumTime,
       printf('%.6f', sum_ns / 1e6 / calls) AS AvgTime,
       printf('%g', 1.0 * calls / iterations) AS CallsPerIteration,
       printf('%.6f', sum_ns / 1e6 / iterations) AS MsPerIteration,
       printf('%.6f', coalesce(1.0 * sum_ns / nullif(all_ns, 0), 0)) AS Share,
       iif(median_ns IS NULL, '', printf('%.3f', median_ns / 1e3)) AS MedianUs,
       iif(ci_low_ns IS NULL, '', printf('%.3f', ci_low_ns / 1e3)) AS CiLowUs,
       iif(ci_high_ns IS NULL, '', printf('%.3f', ci_high_ns / 1e3)) AS CiHighUs
FROM leaf
ORDER BY sum_ns DESC, path, pass;
