-- SPDX-License-Identifier: GPL-3.0-or-later
-- Kernels by total time, over all ranks.
CREATE OR REPLACE TEMPORARY VIEW kernels USING parquet
OPTIONS (path 'run17', pathGlobFilter 'kernels.parquet');

SELECT short_name, count(*) AS calls, sum(duration_ns) / 1e6 AS total_ms,
       percentile(duration_ns, 0.5) / 1e3 AS median_us, max(duration_ns) / 1e3 AS max_us
FROM kernels
GROUP BY short_name ORDER BY total_ms DESC, short_name LIMIT 20;
