.mode column
.headers on
-- How much of what more threads could bring do they bring, and which layer loses it?
--
--   sqlite3 resnet_bench.db < sql/scaling.sql
--   sqlite3 -cmd '.parameter set :few 1' -cmd '.parameter set :many 2' resnet_bench.db < sql/scaling.sql
--
-- :many is a run, the newest unless said; :few one of the same model, mode, batch and precision with
-- fewer threads, the newest unless said. FewMs and ManyMs an iteration; Scaling = FewMs / ManyMs;
-- Allowed = how much faster the roof of more threads is at the layer's own working set and mix of
-- reads and writes, whichever roof binds it; Share = Scaling / Allowed. The first row, without a
-- path, is all leaves: Allowed is then FewMs over the sum of each leaf's FewMs / Allowed. A leaf
-- without a roof is allowed nothing. The most time lost first. Empty where there are no two such runs.

WITH many AS (
  SELECT * FROM run WHERE id = coalesce(:many, (SELECT max(id) FROM run))
), few AS (
  SELECT run.id FROM run, many
  WHERE iif(:few IS NULL, run.threads < many.threads, run.id = :few)
    AND (run.model, run.variant, run.mode, run.batch, run.precision)
      = (many.model, many.variant, many.mode, many.batch, many.precision)
  ORDER BY run.id DESC LIMIT 1
), leaf AS (
  SELECT step_stat.run, path, pass, 1.0 * sum_ns / iterations AS ns, roof_ns
  FROM step_stat JOIN layer ON layer.run = step_stat.run AND layer.id = step_stat.layer
  JOIN layer_pass USING (run, layer, pass)
  WHERE scope = 'layer' AND NOT step_stat.is_composite
), pair AS (
  SELECT path, pass, a.ns AS few_ns, b.ns AS many_ns,
         coalesce(a.roof_ns / nullif(b.roof_ns, 0), 1) AS allowed
  FROM leaf a JOIN leaf b USING (path, pass)
  WHERE a.run = (SELECT id FROM few) AND b.run = (SELECT id FROM many)
), row AS (
  SELECT '' AS path, '' AS pass, sum(few_ns) AS few_ns, sum(many_ns) AS many_ns,
         sum(few_ns) / sum(few_ns / allowed) AS allowed, 0 AS place
  FROM pair HAVING count(*) > 0
  UNION ALL SELECT *, 1 FROM pair
)
SELECT path AS Path, pass AS Pass, printf('%.3f', few_ns / 1e6) AS FewMs,
       printf('%.3f', many_ns / 1e6) AS ManyMs, printf('%.3f', few_ns / nullif(many_ns, 0)) AS Scaling,
       printf('%.3f', allowed) AS Allowed,
       printf('%.3f', few_ns / nullif(many_ns, 0) / allowed) AS Share
FROM row ORDER BY place, many_ns - few_ns / allowed DESC, path, pass;
