-- SPDX-License-Identifier: GPL-3.0-or-later
-- A rank's timeline between two times. Row groups of other times are not read.
SELECT start_ns, duration_ns, track, name
FROM file('run17/rank=0/spans.parquet', Parquet)
WHERE start_ns BETWEEN 0 AND 2000000 ORDER BY start_ns
SETTINGS use_hive_partitioning = 1;
