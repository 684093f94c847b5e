// SPDX-License-Identifier: GPL-3.0-or-later
// The first figures of the overview, the call tree, the operators and their work. analysis_bench [TRACE] measures a
// file, else three million made-up spans, which have no shapes.
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/calls/op_statistics.h"
#include "core/analysis/statistics/kernel_summary.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/trace_work.h"
#include "core/analysis/work/work_figures.h"
#include "core/analysis/work/work_model.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/parallel.h"
#include "tests/bench/synthetic_trace.h"
#include "tests/support/open_file.h"

#include <benchmark/benchmark.h>

#include <memory>

namespace {

std::shared_ptr<const kernline::Trace> measured;

void breakdown(benchmark::State& state) {
  for (auto _ : state) {
    const auto all = kernline::TimeBreakdown::of(*measured);
    benchmark::DoNotOptimize(kernline::stepBreakdown(*measured, all));
  }
}
BENCHMARK(breakdown)->Unit(benchmark::kMillisecond);

void idle(benchmark::State& state) {
  for (auto _ : state) {
    const auto devices = kernline::idleCauses(*measured);
    state.counters["intervals"] = devices.empty() ? 0 : static_cast<double>(devices[0].intervals.size());
  }
}
BENCHMARK(idle)->Unit(benchmark::kMillisecond);

void activity(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(kernline::deviceActivity(*measured));
  }
}
BENCHMARK(activity)->Unit(benchmark::kMillisecond);

template <typename Work>
void forEachDevice(benchmark::State& state, const Work& work) {
  const auto devices = kernline::deviceTracks(*measured);
  for (auto _ : state) {
    for (const kernline::DeviceTracks& device : devices) {
      work(device);
    }
  }
}

void queue(benchmark::State& state) {
  forEachDevice(state, [](const auto& device) { benchmark::DoNotOptimize(kernline::queueDepth(*measured, device)); });
}
BENCHMARK(queue)->Unit(benchmark::kMillisecond);

void families(benchmark::State& state) {
  forEachDevice(state,
                [](const auto& device) { benchmark::DoNotOptimize(kernline::kernelSummary(*measured, device)); });
}
BENCHMARK(families)->Unit(benchmark::kMillisecond);

void launchShapes(benchmark::State& state) {
  forEachDevice(state, [&](const auto& device) {
    const auto shapes = kernline::readLaunchShapes(*measured, device, kernline::defaultThreads());
    state.counters["kernels"] = static_cast<double>(shapes.kernels.size());
    benchmark::DoNotOptimize(kernline::smUse(*measured, shapes, measured->bounds()));
  });
}
BENCHMARK(launchShapes)->Unit(benchmark::kMillisecond);

void calls(benchmark::State& state) {
  for (auto _ : state) {
    const auto tree = kernline::callTree(*measured, {}, kernline::defaultThreads());
    state.counters["nodes"] = static_cast<double>(tree.size());
  }
}
BENCHMARK(calls)->Unit(benchmark::kMillisecond);

void callsBottomUp(benchmark::State& state) {
  const auto tree = kernline::callTree(*measured, {}, kernline::defaultThreads());
  for (auto _ : state) {
    state.counters["nodes"] = static_cast<double>(kernline::invertedCallTree(tree).size());
  }
}
BENCHMARK(callsBottomUp)->Unit(benchmark::kMillisecond);

void operators(benchmark::State& state) {
  for (auto _ : state) {
    const auto ops = kernline::opStatistics(*measured, {}, kernline::defaultThreads());
    state.counters["rows"] = static_cast<double>(ops.rows.size());
  }
}
BENCHMARK(operators)->Unit(benchmark::kMillisecond);

void inputShapes(benchmark::State& state) {
  for (auto _ : state) {
    const auto shapes = kernline::readInputShapes(*measured, kernline::defaultThreads());
    state.counters["shapes"] = static_cast<double>(shapes.shapes.size());
  }
}
BENCHMARK(inputShapes)->Unit(benchmark::kMillisecond)->Iterations(1);

void workOfOperators(benchmark::State& state) {
  for (auto _ : state) {
    const auto model = kernline::workModel(*measured, kernline::WorkRules::builtin(), kernline::defaultThreads());
    state.counters["calls"] = static_cast<double>(model.calls.size());
    state.counters["forms"] = static_cast<double>(model.forms.size());
  }
}
BENCHMARK(workOfOperators)->Unit(benchmark::kMillisecond);

void workRows(benchmark::State& state) {
  const auto model = kernline::workModel(*measured, kernline::WorkRules::builtin(), kernline::defaultThreads());
  const kernline::WorkMeter meter(*measured, model, kernline::ceilingsOf("H200"));
  for (auto _ : state) {
    state.counters["rows"] = static_cast<double>(kernline::traceWork(*measured, model, meter, {}).rows.size());
  }
}
BENCHMARK(workRows)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc > 1) {
    auto loaded = kernline::load(argv[1]);
    if (!loaded) {
      return 1;
    }
    measured = *loaded;
  } else {
    measured = kernline::bench::syntheticTrace(3'000'000, 76);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
