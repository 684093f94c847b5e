// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

namespace kernline::records {

/// Reads a document that is one JSON object or list as the file of results that it is:
///
/// | written by | is |
/// |---|---|
/// | Google Benchmark | `context` and `benchmarks` with `run_name`; the parts of a name are parameters |
/// | pytest-benchmark | `machine_info` and `benchmarks` with `stats`; times are in seconds |
/// | nvbench --json | `benchmarks` with `states`, and in these `axis_values` and `summaries` |
/// | hyperfine --export-json | `results` with `command` |
/// | trtexec --exportProfile | a list: the number of iterations, then layers with `averageMs` |
/// | vLLM's and SGLang's benchmarks | an object with a throughput or a latency (serving_results.h) |
/// | anybody | a list of objects without lists of objects in them; one by the name of `results`, `records`, `rows`, … |
///
/// False if it is none of these.
[[nodiscard]] bool addResultFile(RecordSource& source);

}  // namespace kernline::records
