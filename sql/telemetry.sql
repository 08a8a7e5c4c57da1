.mode column
.headers on
-- What did the sensors say while it was measured?
--
--   sqlite3 resnet_bench.db < sql/telemetry.sql                                     newest run
--   sqlite3 -cmd '.parameter set :run 3' resnet_bench.db < sql/telemetry.sql
--
-- One row a sensor: Device Sensor Readings, First and Last, Least Mean Most of the readings, and
-- PerSecond = (Last - First) / seconds between them, which is a counter's mean rate: watts for
-- energy (J), processors' worth of time for busy, cpu, wait and steal (s). From the first plain or
-- layered iteration to the end of the last; docs/columns.md describes each sensor.

WITH chosen AS (
  SELECT coalesce(:run, (SELECT max(id) FROM run)) AS run
), measured AS (
  SELECT min(start_ns) AS begin_ns, max(start_ns + wall_ns) AS end_ns
  FROM iteration JOIN chosen USING (run) WHERE kind IN ('plain', 'layered')
), reading AS (
  SELECT device, sensor, time_ns, value,
         first_value(value) OVER whole AS first, last_value(value) OVER whole AS last,
         max(time_ns) OVER whole - min(time_ns) OVER whole AS span_ns
  FROM telemetry JOIN chosen USING (run), measured
  WHERE time_ns BETWEEN begin_ns AND end_ns + 1000000000
  WINDOW whole AS (PARTITION BY device, sensor ORDER BY time_ns
                   ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
SELECT device AS Device, sensor AS Sensor, count(*) AS Readings, round(first, 3) AS First,
       round(last, 3) AS Last, round(min(value), 3) AS Least, round(avg(value), 3) AS Mean,
       round(max(value), 3) AS Most,
       coalesce(round((last - first) * 1e9 / nullif(span_ns, 0), 4), '') AS PerSecond
FROM reading
GROUP BY device, sensor
ORDER BY device, sensor;
