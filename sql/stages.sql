.mode column
.headers on
-- How does the time spread over the stages of the network?
--
--   sqlite3 resnet_bench.db < sql/stages.sql                                        newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/stages.sql
--
-- One row a stage, in the order of the network: Stage (the second part of the leaves' paths:
-- resnet50/stage2/block1/F/conv2 is in stage2; a path of one part is its own stage), Layers (how
-- many leaves), FwdMs BwdMs UpdateMs TotalMs (of an iteration), Share (of all leaves, 0 to 1).

WITH leaf AS (
  SELECT layer.id, step_stat.pass, sum_ns / 1e6 / iterations AS ms,
         iif(instr(path, '/') = 0, path, substr(path, instr(path, '/') + 1)) AS rest
  FROM step_stat JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
  WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run))
    AND step_stat.scope = 'layer' AND NOT step_stat.is_composite
)
SELECT substr(rest, 1, instr(rest || '/', '/') - 1) AS Stage, count(DISTINCT id) AS Layers,
       printf('%.3f', total(ms) FILTER (WHERE pass = 'Fwd')) AS FwdMs,
       printf('%.3f', total(ms) FILTER (WHERE pass LIKE 'Bwd%')) AS BwdMs,
       printf('%.3f', total(ms) FILTER (WHERE pass = 'Update')) AS UpdateMs,
       printf('%.3f', total(ms)) AS TotalMs,
       printf('%.4f', coalesce(total(ms) / nullif(total(total(ms)) OVER (), 0), 0)) AS Share
FROM leaf
GROUP BY 1
ORDER BY min(id);
