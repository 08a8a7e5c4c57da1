.mode column
.headers on
-- Does the speed last? Minute by minute, for boxes that heat up (--soak).
--
--   sqlite3 resnet_bench.db < sql/minutes.sql                                       newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/minutes.sql
--
-- One row a minute since the first plain or layered iteration: Minute, Iterations (plain ones that
-- began in it), Images/s = images / their total time, OfFirst = Images/s over the first minute's,
-- Flagged (plain ones with flags), and the means of the sensors: Clock (MHz), Temp (C), Watts of
-- the packages; empty where there is none.

WITH chosen AS (
  SELECT id AS run, batch FROM run WHERE id = coalesce(:run, (SELECT max(id) FROM run))
), begun AS (
  SELECT min(start_ns) AS begin_ns FROM iteration JOIN chosen USING (run)
  WHERE kind IN ('plain', 'layered')
), speed AS (
  SELECT (start_ns - begin_ns) / 60000000000 + 1 AS minute, count(*) AS iterations,
         1e9 * batch * count(*) / nullif(sum(wall_ns), 0) AS rate, sum(flags <> '') AS flagged
  FROM iteration JOIN chosen USING (run), begun
  WHERE kind = 'plain'
  GROUP BY 1
), reading AS (
  SELECT (time_ns - begin_ns) / 60000000000 + 1 AS minute, device, sensor, value, time_ns
  FROM telemetry JOIN chosen USING (run), begun
  WHERE time_ns >= begin_ns
), power AS (
  SELECT minute, sum(watts) AS watts
  FROM (SELECT minute, device,
               (max(value) - min(value)) * 1e9 / nullif(max(time_ns) - min(time_ns), 0) AS watts
        FROM reading WHERE sensor = 'energy' AND device NOT LIKE '%/dram' GROUP BY minute, device)
  GROUP BY minute
)
SELECT speed.minute AS Minute, iterations AS Iterations, printf('%.2f', rate) AS "Images/s",
       printf('%.3f', rate / first_value(rate) OVER (ORDER BY speed.minute)) AS OfFirst,
       flagged AS Flagged,
       coalesce((SELECT CAST(round(avg(value)) AS INTEGER) FROM reading WHERE reading.minute = speed.minute
                 AND device = 'cpu' AND sensor = 'clock'), '') AS Clock,
       coalesce((SELECT round(avg(value), 1) FROM reading WHERE reading.minute = speed.minute
                 AND device = 'cpu' AND sensor = 'temperature'), '') AS Temp,
       coalesce((SELECT printf('%.1f', watts) FROM power WHERE power.minute = speed.minute), '')
         AS Watts
FROM speed
ORDER BY speed.minute;
