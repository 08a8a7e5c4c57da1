.mode tabs
.headers off
-- Which modules take the time? The one source of summary.tsv.
--
--   sqlite3 resnet_bench.db < sql/summarize.sql > summary.tsv                          newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/summarize.sql > summary.tsv
--
-- One row a module (a layer's printed signature; all layers with the same one together) and pass,
-- over all layered iterations, warm-up excluded, largest SumTime first. Leaves only, so the rows
-- never overlap. Module Dir, SumTime AvgTime (ms: in total; of a call), CallsPerIteration,
-- MsPerIteration, Share (of all rows, 0 to 1), MedianUs CiLowUs CiHighUs (of the module's total in
-- one iteration; empty where not computed). docs/columns.md has the formulas.
--
-- Dot-commands stand in the head only: the program embeds this file without them. The header is a
-- row, so that a run without layered iterations has it too.

WITH chosen AS (
  SELECT *, sum(sum_ns) OVER () AS all_ns
  FROM step_stat
  WHERE run = coalesce(:run, (SELECT max(id) FROM run)) AND scope = 'module' AND NOT is_composite
), line AS (
  SELECT 0 AS place, 0 AS sum_ns, 'Module' AS Module, 'Dir' AS Dir, 'SumTime' AS SumTime,
         'AvgTime' AS AvgTime, 'CallsPerIteration' AS CallsPerIteration,
         'MsPerIteration' AS MsPerIteration, 'Share' AS Share, 'MedianUs' AS MedianUs,
         'CiLowUs' AS CiLowUs, 'CiHighUs' AS CiHighUs
  UNION ALL
  SELECT 1, sum_ns, module, pass, printf('%.6f', sum_ns / 1e6),
         printf('%.6f', sum_ns / 1e6 / calls), printf('%g', 1.0 * calls / iterations),
         printf('%.6f', sum_ns / 1e6 / iterations),
         printf('%.6f', coalesce(1.0 * sum_ns / nullif(all_ns, 0), 0)),
         iif(median_ns IS NULL, '', printf('%.3f', median_ns / 1e3)),
         iif(ci_low_ns IS NULL, '', printf('%.3f', ci_low_ns / 1e3)),
         iif(ci_high_ns IS NULL, '', printf('%.3f', ci_high_ns / 1e3))
  FROM chosen
)
SELECT Module, Dir, SumTime, AvgTime, CallsPerIteration, MsPerIteration, Share, MedianUs, CiLowUs,
       CiHighUs
FROM line
ORDER BY place, line.sum_ns DESC, Module, Dir;
