.mode column
.headers on
-- How much of the time is convolution, batch normalisation, ...?
--
--   sqlite3 resnet_bench.db < sql/by_kind.sql                                       newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/by_kind.sql
--
-- One row a kind of leaf, largest first: Kind, Layers (how many), FwdMs BwdMs UpdateMs TotalMs (of
-- an iteration), Share (of all leaves, 0 to 1), GFLOP/s (over all passes).

WITH leaf AS (
  SELECT layer.kind, layer.id, step_stat.pass, sum_ns / 1e6 / iterations AS ms,
         1.0 * coalesce(layer_pass.flops, 0) * calls / iterations AS flops
  FROM step_stat
  JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
  LEFT JOIN layer_pass ON layer_pass.run = step_stat.run AND layer_pass.layer = step_stat.layer
    AND layer_pass.pass = step_stat.pass
  WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run))
    AND step_stat.scope = 'layer' AND NOT step_stat.is_composite
)
SELECT kind AS Kind, count(DISTINCT id) AS Layers,
       printf('%.3f', total(ms) FILTER (WHERE pass = 'Fwd')) AS FwdMs,
       printf('%.3f', total(ms) FILTER (WHERE pass LIKE 'Bwd%')) AS BwdMs,
       printf('%.3f', total(ms) FILTER (WHERE pass = 'Update')) AS UpdateMs,
       printf('%.3f', total(ms)) AS TotalMs,
       printf('%.4f', coalesce(total(ms) / nullif(total(total(ms)) OVER (), 0), 0)) AS Share,
       printf('%.1f', total(flops) / nullif(total(ms), 0) / 1e6) AS "GFLOP/s"
FROM leaf
GROUP BY kind
ORDER BY total(ms) DESC, kind;
