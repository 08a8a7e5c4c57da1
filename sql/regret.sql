.mode column
.headers on
-- What does the library's own choice of convolution algorithms cost?
--
--   sqlite3 resnet_bench.db < sql/regret.sql
--
-- One row for each convolution and pass measured by --conv auto: Library and LibraryMs (what the
-- library takes itself), Best and BestMs (the fastest measured), Regret (the library's time over the
-- best, minus 1). Largest loss of time first. Convolutions that occur several times count once.

WITH best AS (SELECT * FROM conv_measurement WHERE chosen),
     library AS (SELECT * FROM conv_measurement WHERE library_choice)
SELECT best.problem AS Problem, best.pass AS Pass,
       library.algorithm AS Library, round(library.ns / 1e6, 3) AS LibraryMs,
       best.algorithm AS Best, round(best.ns / 1e6, 3) AS BestMs,
       round(library.ns / best.ns - 1, 3) AS Regret, best.machine AS Machine
FROM best JOIN library USING (machine, problem, pass)
ORDER BY library.ns - best.ns DESC, best.problem, best.pass;
