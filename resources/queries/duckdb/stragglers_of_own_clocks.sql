-- SPDX-License-Identifier: GPL-3.0-or-later
-- Ranks that others waited for, and about how long: ranks that were exported one by one, each on its own clock.
WITH calls AS (
  SELECT rank, kind, process_group, duration_ns,
         row_number() OVER (PARTITION BY rank, kind, process_group ORDER BY start_ns) AS n
  FROM read_parquet('run17/*/collectives.parquet')
  WHERE kind IN ('all_reduce', 'all_gather', 'reduce_scatter', 'all_to_all')),
matched AS (
  SELECT arg_min(rank, duration_ns) AS last_rank, sum(duration_ns) - count(*) * min(duration_ns) AS wait_ns
  FROM calls GROUP BY kind, process_group, n HAVING count(*) > 1)
SELECT last_rank, count(*) AS collectives, sum(wait_ns) / 1e6 AS others_waited_ms
FROM matched GROUP BY last_rank ORDER BY others_waited_ms DESC, last_rank;
