.mode column
.headers on
-- How does forward compare with backward? In theory a convolution's backward does twice the work of
-- its forward.
--
--   sqlite3 resnet_bench.db < sql/forward_backward.sql                              newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/forward_backward.sql
--
-- One row a pass that leaves have, in the order of an iteration: Dir, MsPerIteration, Share (of all
-- leaves, 0 to 1), TimesFwd (time over that of Fwd), GFLOP (of an iteration), GFLOP/s. Bwd is of
-- layers that have one backward pass; BwdData and BwdWeights are of convolutions and linear layers.

WITH leaf AS (
  SELECT step_stat.pass, sum_ns / 1e6 / iterations AS ms,
         1.0 * coalesce(layer_pass.flops, 0) * calls / iterations AS flops
  FROM step_stat
  LEFT JOIN layer_pass ON layer_pass.run = step_stat.run AND layer_pass.layer = step_stat.layer
    AND layer_pass.pass = step_stat.pass
  WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run))
    AND step_stat.scope = 'layer' AND NOT step_stat.is_composite
), part AS (
  SELECT pass, total(ms) AS ms, total(flops) AS flops FROM leaf GROUP BY pass
)
SELECT pass AS Dir, printf('%.3f', ms) AS MsPerIteration,
       printf('%.4f', coalesce(ms / nullif(total(ms) OVER (), 0), 0)) AS Share,
       printf('%.3f', ms / nullif((SELECT ms FROM part WHERE pass = 'Fwd'), 0)) AS TimesFwd,
       printf('%.3f', flops / 1e9) AS GFLOP,
       printf('%.1f', flops / nullif(ms, 0) / 1e6) AS "GFLOP/s"
FROM part
ORDER BY instr('Fwd Bwd BwdData BwdWeights Update', pass);
