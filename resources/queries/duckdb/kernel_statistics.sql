-- SPDX-License-Identifier: GPL-3.0-or-later
-- Kernels by total time, over all ranks.
SELECT short_name, count(*) AS calls, sum(duration_ns) / 1e6 AS total_ms,
       median(duration_ns) / 1e3 AS median_us, max(duration_ns) / 1e3 AS max_us
FROM read_parquet('run17/*/kernels.parquet')
GROUP BY short_name ORDER BY total_ms DESC, short_name LIMIT 20;
