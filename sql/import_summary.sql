.mode tabs
.import summary.tsv summary
.mode column
.headers on
-- How much time goes to which kind of module, when a summary.tsv is all there is? Imports the file
-- from the working folder into a database in memory and asks it; add your own questions below.
--
--   sqlite3 :memory: < sql/import_summary.sql
--
-- Kind (of module, what stands before its brackets), Dir, Modules (rows), Ms (SumTime added up),
-- Share (of the whole file, 0 to 1). Imported columns are text, hence the CASTs.

SELECT substr(Module, 1, min(instr(Module || '(', '('), instr(Module || ' ', ' ')) - 1) AS Kind,
       Dir, count(*) AS Modules, printf('%.3f', sum(CAST(SumTime AS REAL))) AS Ms,
       printf('%.4f', coalesce(sum(CAST(SumTime AS REAL)) /
                               nullif(total(sum(CAST(SumTime AS REAL))) OVER (), 0), 0)) AS Share
FROM summary
GROUP BY 1, 2
ORDER BY sum(CAST(SumTime AS REAL)) DESC, 1, 2;
