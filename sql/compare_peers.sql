.mode column
.headers on
-- How fast is resnet_bench beside its peers? The one source of the table of scripts/compare_peers.
--
--   sqlite3 peers.db < sql/compare_peers.sql                                 newest comparison
--   sqlite3 -cmd '.parameter set :comparison 3' peers.db < sql/compare_peers.sql
--
-- One row a program and settings: Case, Program, Images/s (median of the rounds), Best, Ours/this
-- (median over the rounds of our speed / its speed in the same round) with Interval and Confidence,
-- BestRatio (our best / its best), PeakGiB (largest of the rounds), LoadedGiB (of it, resident once
-- its libraries were loaded), Rounds, Set (what was set, or why there is no figure).
--
-- The interval is that of the median: from the k-th lowest to the k-th highest ratio, which holds
-- the true median with probability 1 - 2 x P(fewer than k of n fair coins show heads), whatever the
-- distribution, where rounds are independent. k is the largest for 90 %; where none reaches that
-- (fewer than 5 rounds) it is 1. Confidence is that probability.

WITH RECURSIVE result AS (
  SELECT peer_entry.*, round, images_per_second AS speed, peak_bytes, loaded_bytes,
         row_number() OVER (PARTITION BY entry ORDER BY images_per_second) AS place,
         count(round) OVER (PARTITION BY entry) AS n
  FROM peer_entry LEFT JOIN peer_result USING (comparison, entry)
  WHERE comparison = coalesce(:comparison, (SELECT max(id) FROM peer_comparison))
), figure AS (
  SELECT *, max(speed) AS best, max(peak_bytes) AS peak, max(loaded_bytes) AS loaded,
         avg(speed) FILTER (WHERE place IN ((n + 1) / 2, (n + 2) / 2)) AS median
  FROM result GROUP BY entry
), ratio AS (
  SELECT peer.entry, ours.speed / peer.speed AS value,
         row_number() OVER (PARTITION BY peer.entry ORDER BY ours.speed / peer.speed) AS place,
         count(*) OVER (PARTITION BY peer.entry) AS n
  FROM result AS peer JOIN result AS ours USING (case_name, round)
  WHERE ours.is_ours AND NOT peer.is_ours
), coins (n, k, ways, below) AS (  -- ways: n choose k - 1; below: those of fewer than k heads
  SELECT DISTINCT n, 1, 1.0, 1.0 FROM ratio WHERE n > 1
  UNION ALL
  SELECT n, k + 1, ways * (n - k + 1) / k, below + ways * (n - k + 1) / k
  FROM coins WHERE 2 * (k + 1) <= n
), rank AS (  -- SQLite takes k from the row of the maximum
  SELECT n, max(iif(1 - 2 * below / (1 << n) >= 0.9, k, 0)) AS enough, k,
         1 - 2 * below / (1 << n) AS confidence
  FROM coins GROUP BY n
), compared AS (
  SELECT entry, avg(value) FILTER (WHERE place IN ((n + 1) / 2, (n + 2) / 2)) AS median,
         max(value) FILTER (WHERE place = k) AS low,
         max(value) FILTER (WHERE place = n + 1 - k) AS high, confidence
  FROM ratio LEFT JOIN rank USING (n) GROUP BY entry
)
SELECT figure.case_name AS "Case", trim(figure.program || ' ' || figure.version) AS Program,
       iif(figure.n = 0, '', printf('%.2f', figure.median)) AS "Images/s",
       iif(figure.n = 0, '', printf('%.2f', figure.best)) AS Best,
       iif(compared.entry IS NULL, '', printf('%.2f', compared.median)) AS "Ours/this",
       iif(low IS NULL, '', printf('%.2f to %.2f', low, high)) AS Interval,
       iif(low IS NULL, '', printf('%.1f %%', 100 * confidence)) AS Confidence,
       iif(compared.entry IS NULL, '', printf('%.2f', ours.best / figure.best)) AS BestRatio,
       iif(figure.n = 0, '', printf('%.2f', figure.peak / 1073741824.0)) AS PeakGiB,
       iif(figure.loaded IS NULL, '', printf('%.2f', figure.loaded / 1073741824.0)) AS LoadedGiB,
       figure.n AS Rounds,
       iif(figure.problem = '', figure.settings, figure.problem) AS "Set"
FROM figure LEFT JOIN compared ON compared.entry = figure.entry
LEFT JOIN figure AS ours ON ours.case_name = figure.case_name AND ours.is_ours
ORDER BY figure.entry;
