// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as Python gets them, of three million spans, or of a trace given as KERNLINE_BENCH_TRACE. What the model makes
// once is made before; `first` makes it.
#include "core/output/arrow/tables_of_trace.h"
#include "tests/bench/synthetic_trace.h"
#include "tests/support/open_file.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using kernline::arrow::TablesOfTrace;
using Columns = std::vector<std::string>;

const std::shared_ptr<const kernline::Trace>& measuredTrace() {
  static const std::shared_ptr<const kernline::Trace> trace = [] {
    const char* path = std::getenv("KERNLINE_BENCH_TRACE");
    return path == nullptr ? kernline::bench::syntheticTrace(3'000'000, 76) : kernline::load(path).value();
  }();
  return trace;
}

void makeTable(benchmark::State& state, const char* name, const Columns& columns) {
  TablesOfTrace tables(measuredTrace());
  std::size_t rows = tables.table(name, columns, {}).value().rows;
  for (auto _ : state) {
    benchmark::DoNotOptimize(tables.table(name, columns, {}));
  }
  state.counters["rows"] = static_cast<double>(rows);
}

void makeFirstTable(benchmark::State& state, const char* name, const Columns& columns) {
  measuredTrace();
  for (auto _ : state) {
    TablesOfTrace tables(measuredTrace());
    benchmark::DoNotOptimize(tables.table(name, columns, {}));
  }
}

const Columns few{"name", "start_ns", "duration_ns", "track"};
#define KERNLINE_TABLE(function, name, ...) \
  BENCHMARK_CAPTURE(function, name, __VA_ARGS__)->Unit(benchmark::kMillisecond)->UseRealTime()
KERNLINE_TABLE(makeTable, spans, "spans", Columns{});
KERNLINE_TABLE(makeTable, fewOfSpans, "spans", few);
KERNLINE_TABLE(makeTable, kernels, "kernels", Columns{});
KERNLINE_TABLE(makeTable, fewOfKernels, "kernels", few);
KERNLINE_TABLE(makeTable, operators, "operators", Columns{});
KERNLINE_TABLE(makeTable, launches, "launches", Columns{});
KERNLINE_TABLE(makeFirstTable, spans, "spans", Columns{});
KERNLINE_TABLE(makeFirstTable, fewOfSpans, "spans", few);

}  // namespace

BENCHMARK_MAIN();
