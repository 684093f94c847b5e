// SPDX-License-Identifier: GPL-3.0-or-later
// Building the index and searching, on three million spans; searching args, in the file that KERNLINE_BENCH_TRACE
// names.
#include "core/analysis/query/args_search.h"
#include "core/analysis/query/lane_spans.h"
#include "core/analysis/query/query_index.h"
#include "core/analysis/query/search.h"
#include "core/open/load.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace {

const std::shared_ptr<const kernline::Trace>& threeMillion() {
  static const std::shared_ptr<const kernline::Trace> trace = kernline::bench::syntheticTrace(3'000'000, 76);
  return trace;
}

void buildIndex(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(kernline::QueryIndex::build(threeMillion()));
  }
}
BENCHMARK(buildIndex)->Unit(benchmark::kMillisecond);

void searchFor(benchmark::State& state, const char* text, bool isRegex) {
  std::size_t hits = 0;
  for (auto _ : state) {
    const auto found = kernline::search(*threeMillion(), {.text = text, .isRegex = isRegex});
    hits = found ? found->size() : 0;
  }
  state.counters["hits"] = static_cast<double>(hits);
}
BENCHMARK_CAPTURE(searchFor, rareText, "functor123<", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchFor, everyName, "e", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchFor, expression, "Functor1[0-9]+<float>", true)->Unit(benchmark::kMillisecond);

std::shared_ptr<const kernline::Trace> traceOfFile() {
  const char* const path = std::getenv("KERNLINE_BENCH_TRACE");
  if (path == nullptr) {
    return nullptr;
  }
  kernline::Progress progress;
  return kernline::load(path, {}, {}, progress).value_or(nullptr);
}

void searchArgsFor(benchmark::State& state, const char* text, bool isRegex) {
  static const std::shared_ptr<const kernline::Trace> trace = traceOfFile();
  if (!trace) {
    state.SkipWithError("KERNLINE_BENCH_TRACE names no trace");
    return;
  }
  std::size_t hits = 0;
  for (auto _ : state) {
    hits = 0;
    kernline::Progress progress;
    const auto count = [&](const std::vector<kernline::SpanId>& found) { hits += found.size(); };
    benchmark::DoNotOptimize(kernline::searchArgs(*trace, {.text = text, .isRegex = isRegex}, count, progress));
  }
  state.counters["hits"] = static_cast<double>(hits);
}
BENCHMARK_CAPTURE(searchArgsFor, rareText, "grid:[12", false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(searchArgsFor, absentText, "nowhere to be found", false)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searchArgsFor, frequentText, "id", false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(searchArgsFor, expression, "grid:.(12|64)", true)->Unit(benchmark::kMillisecond)->UseRealTime();

void walkToSameName(benchmark::State& state) {
  kernline::SpanId at{1000};
  for (auto _ : state) {
    benchmark::DoNotOptimize(at = kernline::nextOfSameName(*threeMillion(), at));
  }
}
BENCHMARK(walkToSameName)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
