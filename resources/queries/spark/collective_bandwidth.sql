-- SPDX-License-Identifier: GPL-3.0-or-later
-- Algorithm and bus bandwidth of collectives by kind and size, in GB/s. The shortest kernel of a collective has no wait.
CREATE OR REPLACE TEMPORARY VIEW collectives USING parquet
OPTIONS (path 'run17', pathGlobFilter 'collectives.parquet');

WITH calls AS (
  SELECT rank, kind, process_group, bytes, bus_factor, duration_ns,
         row_number() OVER (PARTITION BY rank, kind, process_group ORDER BY start_ns) AS n
  FROM collectives
  WHERE bytes IS NOT NULL AND duration_ns > 0),
matched AS (
  SELECT kind, max(bytes) AS bytes, max(bus_factor) AS bus_factor, min(duration_ns) AS ns
  FROM calls GROUP BY kind, process_group, n)
SELECT kind, bytes, count(*) AS collectives, percentile(bytes / ns, 0.5) AS algorithm_gb_per_s,
       percentile(bytes * bus_factor / ns, 0.5) AS bus_gb_per_s
FROM matched GROUP BY kind, bytes ORDER BY kind, bytes;
