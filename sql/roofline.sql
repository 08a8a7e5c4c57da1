.mode column
.headers on
-- How near to what the machine can do is each layer, and what holds it?
--
--   sqlite3 resnet_bench.db < sql/roofline.sql                                      newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/roofline.sql
--
-- One row a leaf and pass, the most time to be won first: Path Pass, Ms an iteration, GFLOP/s as
-- published counts have them, GB/s of the least bytes, Intensity = FLOP without padding / byte,
-- Binds = which roof binds, Roof = the least ms it allows at the layer's own working set and mix of
-- reads and writes, Share = Roof / Ms, Gain = Ms - Roof, Less = * where the algorithm multiplies
-- less than is counted and so may exceed a Share of 1. Empty where no roof was measured.

SELECT path AS Path, pass AS Pass, printf('%.3f', sum_ns / 1e6 / iterations) AS Ms,
       printf('%.1f', 1.0 * flops * calls / nullif(sum_ns, 0)) AS "GFLOP/s",
       printf('%.1f', 1.0 * least_bytes * calls / nullif(sum_ns, 0)) AS "GB/s",
       printf('%.2f', 1.0 * flops_without_padding / nullif(least_bytes, 0)) AS Intensity,
       roof_binds AS Binds,
       iif(roof_ns IS NULL, '', printf('%.3f', roof_ns / 1e6)) AS Roof,
       iif(roof_ns IS NULL, '', printf('%.3f', roof_ns * calls / nullif(sum_ns, 0))) AS Share,
       iif(roof_ns IS NULL, '', printf('%.3f', (1.0 * sum_ns / calls - roof_ns) / 1e6)) AS Gain,
       iif(algorithm LIKE '%winograd%' OR algorithm LIKE '%fft%', '*', '') AS Less,
       algorithm AS Algorithm
FROM step_stat JOIN layer_pass USING (run, layer, pass)
JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
WHERE step_stat.run = coalesce(:run, (SELECT max(id) FROM run)) AND scope = 'layer'
ORDER BY iif(roof_ns IS NULL, sum_ns / calls, 1.0 * sum_ns / calls - roof_ns) DESC, path, pass;
