// SPDX-License-Identifier: GPL-3.0-or-later
// Queries over three million spans, or over a trace given as KERNLINE_BENCH_TRACE.
#include "core/output/sql/database.h"
#include "tests/bench/synthetic_trace.h"
#include "tests/support/open_file.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace {

const std::shared_ptr<const kernline::Trace>& measuredTrace() {
  static const std::shared_ptr<const kernline::Trace> trace = [] {
    const char* path = std::getenv("KERNLINE_BENCH_TRACE");
    return path == nullptr ? kernline::bench::syntheticTrace(3'000'000, 76) : kernline::load(path).value();
  }();
  return trace;
}

class CountingSink final : public kernline::sql::RowSink {
 public:
  void begin(const std::vector<std::string>&) override {}
  bool add(std::span<const kernline::sql::Cell> row) override {
    benchmark::DoNotOptimize(row.data());
    return true;
  }
};

void runQuery(benchmark::State& state, const char* query) {
  kernline::sql::Database database{measuredTrace()};
  std::uint64_t rows = 0;
  for (auto _ : state) {
    CountingSink sink;
    const auto answered = database.run(query, sink, 0);
    if (!answered) {
      state.SkipWithError(answered.error().message.english().c_str());
      return;
    }
    rows = answered->rows;
  }
  state.counters["rows"] = static_cast<double>(rows);
  state.counters["spans"] = static_cast<double>(measuredTrace()->spanCount());
}

#define KERNLINE_QUERY(name, query) BENCHMARK_CAPTURE(runQuery, name, query)->Unit(benchmark::kMillisecond)
KERNLINE_QUERY(count, "SELECT count(*) FROM spans");
KERNLINE_QUERY(sum, "SELECT sum(duration_ns) FROM spans");
KERNLINE_QUERY(byName, "SELECT name, count(*), sum(duration_ns) FROM spans GROUP BY name");
KERNLINE_QUERY(byTrackAndName, "SELECT track, name, count(*), max(duration_ns) FROM spans GROUP BY track, name");
KERNLINE_QUERY(longest, "SELECT id, name FROM spans ORDER BY duration_ns DESC LIMIT 20");
KERNLINE_QUERY(expression, "SELECT count(*) FROM spans WHERE name REGEXP 'Functor1[0-9]+<float>'");
KERNLINE_QUERY(oneName, "SELECT count(*) FROM spans WHERE name = 'aten::mm'");
KERNLINE_QUERY(gaps,
               "SELECT max(gap) FROM (SELECT start_ns - lag(end_ns) OVER (PARTITION BY track_id ORDER BY start_ns) AS "
               "gap FROM kernels)");
KERNLINE_QUERY(selfTime, "SELECT name, sum(self_ns) FROM spans WHERE kind = 'op' GROUP BY name");
KERNLINE_QUERY(launches, "SELECT call, median(latency_ns) FROM launches GROUP BY call");

}  // namespace

BENCHMARK_MAIN();
