.mode column
.headers on
-- How many images a second, run by run?
--
--   sqlite3 resnet_bench.db < sql/throughput.sql                                    all runs
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/throughput.sql       one
--
-- From plain iterations only, in which no layer is timed: Run Model Variant Mode Batch Precision
-- Device, Iterations, Images/s = images / total time. The figures of tf_cnn_benchmarks' line
-- "images/sec: X +/- Y (jitter = Z)": X = batch / mean time, which is the same as Images/s;
-- PlusMinus = standard deviation of the iterations' speeds / sqrt(Iterations); Jitter = 1.4826 x
-- median distance of the speeds from their median. Ended: how the run ended. A run without a plain
-- iteration has no figures.

WITH speed AS (
  SELECT run, wall_ns, 1e9 * batch / nullif(wall_ns, 0) AS value,
         row_number() OVER (PARTITION BY run ORDER BY wall_ns) AS place,
         count(*) OVER (PARTITION BY run) AS n
  FROM iteration JOIN run ON run.id = iteration.run
  WHERE kind = 'plain' AND run = coalesce(:run, run)
), middle AS (
  SELECT run, avg(value) AS median FROM speed WHERE place IN ((n + 1) / 2, (n + 2) / 2)
  GROUP BY run
), distance AS (
  SELECT speed.run, abs(value - median) AS value, n,
         row_number() OVER (PARTITION BY speed.run ORDER BY abs(value - median)) AS place
  FROM speed JOIN middle ON middle.run = speed.run
), jitter AS (
  SELECT run, 1.4826 * avg(value) AS value FROM distance
  WHERE place IN ((n + 1) / 2, (n + 2) / 2) GROUP BY run
), average AS (
  SELECT run, avg(value) AS mean FROM speed GROUP BY run
), figure AS (
  SELECT speed.run, count(*) AS n, total(wall_ns) AS total_ns,
         sqrt(avg((value - mean) * (value - mean)) / count(*)) AS plus_minus
  FROM speed JOIN average ON average.run = speed.run GROUP BY speed.run
)
SELECT run.id AS Run, model AS Model, variant AS Variant, mode AS Mode, batch AS Batch,
       precision AS Precision, device AS Device, coalesce(n, 0) AS Iterations,
       iif(n IS NULL, '', printf('%.2f', 1e9 * batch * n / nullif(total_ns, 0))) AS "Images/s",
       iif(n IS NULL, '', printf('%.2f', plus_minus)) AS PlusMinus,
       iif(n IS NULL, '', printf('%.2f', jitter.value)) AS Jitter, ended AS Ended
FROM run
LEFT JOIN figure ON figure.run = run.id
LEFT JOIN jitter ON jitter.run = run.id
WHERE run.id = coalesce(:run, run.id)
ORDER BY run.id;
