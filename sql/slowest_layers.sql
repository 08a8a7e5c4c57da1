.mode column
.headers on
-- Which 20 layers are slowest, and how hard do they work the hardware?
--
--   sqlite3 resnet_bench.db < sql/slowest_layers.sql                                newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/slowest_layers.sql
--
-- Leaves only: Path Dir, MsPerIteration, Share (of all leaves, 0 to 1), GFLOP/s, GB/s (of the bytes
-- that an ideal kernel reads and writes, so a lower bound of the traffic), Algorithm.

WITH leaf AS (
  SELECT step_stat.*, layer.path, sum(sum_ns) OVER () AS all_ns
  FROM step_stat JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
  WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run))
    AND step_stat.scope = 'layer' AND NOT step_stat.is_composite
)
SELECT leaf.path AS Path, leaf.pass AS Dir,
       printf('%.3f', leaf.sum_ns / 1e6 / leaf.iterations) AS MsPerIteration,
       printf('%.4f', coalesce(1.0 * leaf.sum_ns / nullif(leaf.all_ns, 0), 0)) AS Share,
       -- a FLOP a nanosecond is a GFLOP a second, bytes likewise
       printf('%.1f', 1.0 * layer_pass.flops * leaf.calls / nullif(leaf.sum_ns, 0)) AS "GFLOP/s",
       printf('%.1f', 1.0 * layer_pass.least_bytes * leaf.calls / nullif(leaf.sum_ns, 0)) AS "GB/s",
       layer_pass.algorithm AS Algorithm
FROM leaf LEFT JOIN layer_pass
  ON layer_pass.run = leaf.run AND layer_pass.layer = leaf.layer AND layer_pass.pass = leaf.pass
ORDER BY leaf.sum_ns DESC, leaf.path, leaf.pass
LIMIT 20;
