// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kernline::cli {

/// Text of `kernline compare --help` below its options.
inline constexpr const char* compareExamples =
    R"(Traces: shows how the step time changed from the baseline to each other trace, and whether the difference is
significant. Steps are detected (recorded steps, or repetitions of the same kernels) and warm-up is left out. A
waterfall explains the change in step time to the nanosecond: busy time by kernel, and idle time by cause.

Logs and tables: shows their measurements as a matrix of one metric over two dimensions (model, sequence length,
…), with failed runs, ratios to a baseline, fitted exponents (time ~ n^k) and crossings. * marks the best value
of a column. Without options, the view is chosen from the data. Two profiler tables are compared row by row:
deltas, new and removed rows, and the speed-up of their totals next to the printed one. Rows that a truncated
table may have left out have no delta and come last.

Records of results (JSON lines, JSON, CSV, Markdown, notebooks): the same, with a row for each run. Numbers that
form a grid are dimensions, what has a unit is measured, and columns such as triton_ms and pytorch_ms are one
metric of two implementations. --for compares the values of a dimension over all cells that they share, with the
geometric mean, its spread, and which value is the best in which region of --by.

A trace and a log: the trace counts as the table that torch.profiler would print for it. It is compared with the
table whose log names the trace, or else with the table of the same model and parameters as in the file name;
otherwise select one with --tables. A Nsight Compute (ncu) report counts as a table of its kernels and is
compared per launch, because it contains only some launches, each run alone.

--why splits each change of GPU time into more or fewer calls, more or less work a call, and better or worse
efficiency. The parts add up to the change. Work is the least time that the baseline's GPU needs for the FLOPs and
bytes of the calls, which follow from their shapes: record with record_shapes=True.

--ncu adds what Nsight Compute measured of the kernels: DRAM traffic, FLOPs, tensor pipe use, occupancy and L2
hit rate of a launch in each trace, and how they changed. Give the report of the baseline first. Recordings made
with kernline record --profile have these figures without it.

--matrix measures each trace (step time, busy and idle GPU time, kernels per step, peak memory) and shows it in
a matrix, together with logs. Model and parameters come from the file name: Flash_seq256_trace.json.gz is the
model Flash with seq_len 256. Known keys are seq, len, ctx, b, bsz, rank, … and those of logs, or key=value.
--pattern '{model}_s{seq_len}' sets another scheme.

A folder or an archive given alone is compared if it has runs, or logs, or one run and its logs, or records of
results, and only one of these; otherwise name the files. kernline summary lists them.

--series treats traces as successive runs of one program, in the order given or, with --by-time, in order of
recording. It shows the step time of each run with its noise, the runs at which it changes, and the kernels that
explain this.

Examples:
  kernline compare before.json.gz after.json.gz
  kernline compare before.json.gz after.json.gz --by family --markdown
  kernline compare before.json.gz after.json.gz --why --by op
  kernline compare old.json.gz new.json.gz --ncu old.ncu-rep --ncu new.ncu-rep
  kernline compare main.json.gz branch.json.gz --fail-above 5
  kernline compare experiment/
  kernline compare experiment.log
  kernline compare experiment.log --metric time --columns seq_len --baseline Softmax
  kernline compare results.jsonl --by seq_len --for implementation --metric fwd_ms
  kernline compare before.log after.log --csv > deltas.csv
  kernline compare experiment.log --tables 1,5
  kernline compare Softmax_seq1024_trace.json.gz experiment.log
  kernline compare experiment.log --html report.html
  kernline compare *_seq*_trace.json.gz experiment.log --matrix --metric time
  kernline compare --series nightly/*.json.gz --by-time --fail-above 3)";

}  // namespace kernline::cli
