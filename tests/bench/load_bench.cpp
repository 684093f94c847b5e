// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the traces named on the command line: time, throughput, bytes a span.
#include "core/model/base/parallel.h"
#include "core/open/load.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace kernline {
namespace {

void loadFile(benchmark::State& state, const std::string& path, unsigned threads) {
  LoadOptions options;
  options.threads = threads;
  std::shared_ptr<const Trace> trace;
  for (auto _ : state) {
    Progress progress;
    auto loaded = load(path, options, {}, progress);
    if (!loaded) {
      state.SkipWithError(loaded.error().message.english().c_str());
      return;
    }
    trace = std::move(*loaded);
  }
  const auto spans = static_cast<double>(std::max<std::size_t>(1, trace->spanCount()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(trace->sources()[0].textBytes));
  state.counters["spans"] = static_cast<double>(trace->spanCount());
  state.counters["column_bytes_per_span"] = static_cast<double>(trace->columnBytes()) / spans;
  state.counters["string_bytes"] = static_cast<double>(trace->strings().byteSize());
}

}  // namespace
}  // namespace kernline

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc < 2) {
    std::fputs("usage: kernline_load_bench [--benchmark_...] TRACE...\n", stderr);
    return 2;
  }
  for (int i = 1; i < argc; ++i) {
    const std::string path = argv[i];
    const std::string name = std::filesystem::path(path).filename().string();
    for (const unsigned threads : {1U, kernline::defaultThreads()}) {
      benchmark::RegisterBenchmark((name + "/threads:" + std::to_string(threads)).c_str(), kernline::loadFile, path,
                                   threads)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime()
          ->MinTime(2);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
