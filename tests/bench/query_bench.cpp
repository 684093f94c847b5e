// SPDX-License-Identifier: GPL-3.0-or-later
// Building the index and searching, on three million spans.
#include "core/query/lane_spans.h"
#include "core/query/query_index.h"
#include "core/query/search.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>

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

void walkToSameName(benchmark::State& state) {
  kernline::SpanId at{1000};
  for (auto _ : state) {
    benchmark::DoNotOptimize(at = kernline::nextOfSameName(*threeMillion(), at));
  }
}
BENCHMARK(walkToSameName)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
