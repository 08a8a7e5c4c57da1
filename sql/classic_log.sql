.mode tabs
.headers on
-- What happened when? The log in the columns of miopen-benchmark, from the raw rows that were kept
-- (--raw).
--
--   sqlite3 resnet_bench.db < sql/classic_log.sql > log.tsv                         newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/classic_log.sql
--
-- One row a leaf's forward or backward in one layered iteration, in the order run: Timestamp (ms
-- since the start of measuring, at the start of the work), Module, Dir (Fwd, Bwd = BwdData and
-- BwdWeights, Update), Time (ms), and what the device's sensors said last before it, empty where
-- there is no reading: Temp (C), Fan (%), Clock and MemClock (MHz).

WITH step AS (
  SELECT log_step.run, iteration.start_ns + min(log_step.start_ns) AS time_ns, layer.module,
         iif(log_step.pass LIKE 'Bwd%', 'Bwd', log_step.pass) AS dir,
         sum(log_step.duration_ns) AS duration_ns, run.device, log_step.layer
  FROM log_step
  JOIN run ON run.id = log_step.run
  JOIN iteration ON iteration.run = log_step.run AND iteration.number = log_step.iteration
  JOIN layer ON layer.run = log_step.run AND layer.id = log_step.layer
  WHERE log_step.run = coalesce(:run, (SELECT max(id) FROM run)) AND NOT layer.is_composite
  GROUP BY log_step.iteration, log_step.layer, 4
)
SELECT printf('%.6f', time_ns / 1e6) AS Timestamp, module AS Module, dir AS Dir,
       printf('%.6f', duration_ns / 1e6) AS Time,
       (SELECT printf('%g', value) FROM telemetry t
        WHERE t.run = step.run AND t.device = step.device AND t.sensor = 'temperature'
          AND t.time_ns <= step.time_ns ORDER BY t.time_ns DESC LIMIT 1) AS Temp,
       (SELECT printf('%g', value) FROM telemetry t
        WHERE t.run = step.run AND t.device = step.device AND t.sensor = 'fan'
          AND t.time_ns <= step.time_ns ORDER BY t.time_ns DESC LIMIT 1) AS Fan,
       (SELECT printf('%g', value) FROM telemetry t
        WHERE t.run = step.run AND t.device = step.device AND t.sensor = 'clock'
          AND t.time_ns <= step.time_ns ORDER BY t.time_ns DESC LIMIT 1) AS Clock,
       (SELECT printf('%g', value) FROM telemetry t
        WHERE t.run = step.run AND t.device = step.device AND t.sensor = 'memory_clock'
          AND t.time_ns <= step.time_ns ORDER BY t.time_ns DESC LIMIT 1) AS MemClock
FROM step
ORDER BY step.time_ns, step.layer, step.dir;
