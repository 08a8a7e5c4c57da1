.mode tabs
.headers on
-- Which modules take the time, forward and backward? In the four columns of miopen-benchmark's
-- summary, to compare with old tables.
--
--   sqlite3 resnet_bench.db < sql/summary_classic.sql > summary_classic.tsv         newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/summary_classic.sql
--
-- Module Dir SumTime AvgTime (ms), largest SumTime first. Dir is Fwd or Bwd: a convolution's
-- BwdData and BwdWeights are one Bwd. The optimiser, which is neither and which the old tables had
-- not, stays Update. AvgTime is of one forward or backward of one layer. Leaves only.

SELECT module AS Module, iif(pass LIKE 'Bwd%', 'Bwd', pass) AS Dir,
       printf('%.6f', sum(sum_ns) / 1e6) AS SumTime,
       -- A backward that has two passes is one call: the passes' calls are not added up.
       printf('%.6f', sum(sum_ns) / 1e6 / max(calls)) AS AvgTime
FROM step_stat
WHERE run = coalesce(:run, (SELECT max(id) FROM run)) AND scope = 'module' AND NOT is_composite
GROUP BY 1, 2
ORDER BY sum(sum_ns) DESC, 1, 2;
