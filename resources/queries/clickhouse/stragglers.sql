-- SPDX-License-Identifier: GPL-3.0-or-later
-- Ranks that others waited for, and how long: ranks that were exported at once, on one clock.
WITH calls AS (
  SELECT rank, kind, process_group, start_ns,
         row_number() OVER (PARTITION BY rank, kind, process_group ORDER BY start_ns) AS n
  FROM file('run17/*/collectives.parquet', Parquet)
  WHERE kind IN ('all_reduce', 'all_gather', 'reduce_scatter', 'all_to_all')),
matched AS (
  SELECT argMax(rank, start_ns) AS last_rank, sum(last_ns - start_ns) AS wait_ns
  FROM (SELECT *, max(start_ns) OVER (PARTITION BY kind, process_group, n) AS last_ns FROM calls)
  GROUP BY kind, process_group, n HAVING count(*) > 1)
SELECT last_rank, count(*) AS collectives, sum(wait_ns) / 1e6 AS others_waited_ms
FROM matched GROUP BY last_rank ORDER BY others_waited_ms DESC, last_rank
SETTINGS use_hive_partitioning = 1;
