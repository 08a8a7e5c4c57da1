.mode column
.headers on
-- Which layers are slower in the network than alone, and is it the caches?
--
--   sqlite3 resnet_bench.db < sql/alone.sql                                         newest call
--   sqlite3 -cmd '.parameter set :alone 3' resnet_bench.db < sql/alone.sql
--
-- Of the newest call of `layers`, a row a pass of layers that do the same work, what the network
-- would win most by first: Path of the first of them, Pass, Layers = how many there are; medians of
-- one call in ms in the Network, alone Hot, with Weights cold, all Cold; InNetwork = Network / Hot;
-- Caches = Cold / Hot: as large as InNetwork where cold caches explain it; Lost = (Network - Hot) x
-- Layers, ms an iteration. Empty where something was not measured.

WITH wide AS (
  SELECT alone_pass.*, json_array_length(places) AS layers,
         max(iif(caches = 'hot', median_ns, NULL)) / 1e6 AS hot,
         max(iif(caches = 'weights cold', median_ns, NULL)) / 1e6 AS weights,
         max(iif(caches = 'cold', median_ns, NULL)) / 1e6 AS cold
  FROM alone_pass JOIN alone_time USING (alone, leaf, pass)
  WHERE alone = coalesce(:alone, (SELECT max(id) FROM alone))
  GROUP BY alone, leaf, pass
)
SELECT path AS Path, pass AS Pass, layers AS Layers,
       iif(network_ns IS NULL, '', printf('%.3f', network_ns / 1e6)) AS Network,
       printf('%.3f', hot) AS Hot,
       iif(weights IS NULL, '', printf('%.3f', weights)) AS Weights,
       iif(cold IS NULL, '', printf('%.3f', cold)) AS Cold,
       iif(network_ns IS NULL, '', printf('%.2f', network_ns / 1e6 / hot)) AS InNetwork,
       iif(cold IS NULL, '', printf('%.2f', cold / hot)) AS Caches,
       iif(network_ns IS NULL, '', printf('%.3f', (network_ns / 1e6 - hot) * layers)) AS Lost
FROM wide
ORDER BY (network_ns / 1e6 - hot) * layers DESC, leaf, pass;
