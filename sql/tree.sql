.mode column
.headers on
-- Where in the network is the time, from the whole down to each layer?
--
--   sqlite3 resnet_bench.db < sql/tree.sql                                          newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/tree.sql
--
-- One row a layer, composites too, in the order of the tree. A composite's times INCLUDE those of
-- the layers below it, so rows must not be added up: Layer (its name, indented by depth), Kind,
-- FwdMs BwdMs UpdateMs TotalMs (of an iteration), Share (of all leaves, 0 to 1).

WITH node AS (
  SELECT layer.id, layer.depth, layer.path, layer.kind, layer.is_composite, step_stat.pass,
         sum_ns / 1e6 / iterations AS ms
  FROM step_stat JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
  WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run)) AND step_stat.scope = 'layer'
)
SELECT printf('%*s', 2 * depth, '') ||
         -- what follows the last '/'
         replace(path, rtrim(path, replace(path, '/', '')), '') AS Layer,
       kind AS Kind,
       printf('%.3f', total(ms) FILTER (WHERE pass = 'Fwd')) AS FwdMs,
       printf('%.3f', total(ms) FILTER (WHERE pass LIKE 'Bwd%')) AS BwdMs,
       printf('%.3f', total(ms) FILTER (WHERE pass = 'Update')) AS UpdateMs,
       printf('%.3f', total(ms)) AS TotalMs,
       printf('%.4f', coalesce(total(ms) /
                nullif((SELECT total(ms) FROM node WHERE NOT is_composite), 0), 0)) AS Share
FROM node
GROUP BY id
ORDER BY id;
