-- SPDX-License-Identifier: GPL-3.0-or-later
-- A rank's timeline between two times. Row groups of other times are not read.
CREATE OR REPLACE TEMPORARY VIEW spans USING parquet
OPTIONS (path 'run17', pathGlobFilter 'spans.parquet');

SELECT start_ns, duration_ns, track, name
FROM spans
WHERE rank = 0 AND start_ns BETWEEN 0 AND 2000000 ORDER BY start_ns;
