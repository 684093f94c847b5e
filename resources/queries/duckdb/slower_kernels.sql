-- SPDX-License-Identifier: GPL-3.0-or-later
-- Kernels that became slower per step and rank from run 16 to run 17, in folders runs/run=16 and runs/run=17.
WITH per_step AS (
  SELECT run, name, min(short_name) AS kernel,
         sum(duration_ns) / count(DISTINCT (rank, step_number)) AS ns
  FROM read_parquet('runs/*/*/kernels.parquet')
  WHERE step_number IS NOT NULL GROUP BY run, name)
SELECT after.kernel AS kernel, before.ns / 1e3 AS before_us, after.ns / 1e3 AS after_us,
       after.ns / before.ns - 1 AS change
FROM per_step AS before JOIN per_step AS after USING (name)
WHERE before.run = 16 AND after.run = 17
ORDER BY after.ns - before.ns DESC, kernel LIMIT 20;
