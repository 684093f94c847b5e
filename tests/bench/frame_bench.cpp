// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the timeline at 1920×1080, through the real widget, one benchmark a zoom level. The first argument may be
// a trace file; else traces are made up. The rest goes to Google Benchmark.
#include "core/model/base/parallel.h"
#include "core/open/load.h"
#include "tests/bench/synthetic_trace.h"
#include "ui/kit/style/kernline_style.h"
#include "ui/views/overview/overview_figures.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <benchmark/benchmark.h>

#include <QApplication>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using kernline::Duration;
using kernline::QueryIndex;
using kernline::TimeRange;
using kernline::Trace;
using kernline::ui::TimelineView;

constexpr QSize frameSize(1920, 1080);
constexpr int framesPerLevel = 240;

/// Milliseconds of each frame by the clock on the wall, and of this thread alone, which other programs do not disturb.
struct FrameTimes {
  std::vector<double> wall;
  std::vector<double> cpu;
};

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// One trace in one widget, as a user would have it after loading, or, without an index, while it loads.
struct Stage {
  std::string name;
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const QueryIndex> index;
  std::unique_ptr<TimelineView> view;

  void show() {
    view = std::make_unique<TimelineView>();
    view->resize(frameSize);
    view->setTrace(trace);
    if (index) {
      view->setIndex(index);
    }
    view->show();
    QApplication::processEvents();
  }

  /// Moves the view and lets the window paint what that makes stale, as a frame on a screen does.
  void paintFrame(TimeRange range, FrameTimes& times) const {
    const auto before = std::chrono::steady_clock::now();
    const double cpuBefore = threadMilliseconds();
    view->setVisibleRange(range);
    QApplication::processEvents();
    times.cpu.push_back(threadMilliseconds() - cpuBefore);
    times.wall.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count());
  }
};

double percentile(std::vector<double>& times, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(times.size() - 1));
  std::nth_element(times.begin(), times.begin() + at, times.end());
  return times[static_cast<std::size_t>(at)];
}

void report(benchmark::State& state, FrameTimes& times) {
  state.counters["p50"] = percentile(times.wall, 0.50);
  state.counters["p99"] = percentile(times.wall, 0.99);
  state.counters["max"] = percentile(times.wall, 1.0);
  state.counters["cpu_p50"] = percentile(times.cpu, 0.50);
  state.counters["cpu_p99"] = percentile(times.cpu, 0.99);
}

/// Pans over the trace at one zoom: each frame shows `share` of it, a twentieth of a view further on.
void panFrames(benchmark::State& state, Stage& stage, double share) {
  stage.show();
  const TimeRange bounds = stage.trace->bounds();
  const auto length = static_cast<std::int64_t>(static_cast<double>(bounds.length().ns) * share);
  const std::int64_t first = (bounds.length().ns - length) / 3;
  const std::int64_t room = std::max<std::int64_t>(bounds.length().ns - length - first, length / 5);
  FrameTimes times;
  for (auto _ : state) {
    const std::int64_t moved = static_cast<std::int64_t>(times.wall.size()) * std::max<std::int64_t>(length / 20, 1);
    const kernline::Time begin = bounds.begin + Duration{first + moved % room};
    stage.paintFrame({begin, begin + Duration{length}}, times);
  }
  report(state, times);
}

/// Pans frames with rows of idle causes and queue depth at each device.
void panFramesWithNotes(benchmark::State& state, Stage& stage, double share) {
  const auto notes = kernline::ui::makeDeviceNotes(stage.trace, {});
  stage.show();
  stage.view->scene().setDeviceNotes(notes.value_or(nullptr));
  stage.view->scene().showNotes({.idle = true, .queues = true});
  const TimeRange bounds = stage.trace->bounds();
  const auto length = static_cast<std::int64_t>(static_cast<double>(bounds.length().ns) * share);
  FrameTimes times;
  for (auto _ : state) {
    const Duration moved{static_cast<std::int64_t>(times.wall.size()) * (length / 500)};
    stage.paintFrame({bounds.begin + moved, bounds.begin + moved + Duration{length}}, times);
  }
  report(state, times);
}

/// Zooms from the whole into a millionth of it and back.
void zoomFrames(benchmark::State& state, Stage& stage) {
  stage.show();
  const TimeRange bounds = stage.trace->bounds();
  FrameTimes times;
  for (auto _ : state) {
    const double phase = static_cast<double>(times.wall.size() % framesPerLevel) / framesPerLevel;
    const double share = std::pow(10.0, -6 * (1 - std::abs(2 * phase - 1)));
    const auto length =
        std::max(static_cast<std::int64_t>(static_cast<double>(bounds.length().ns) * share), std::int64_t{1000});
    const kernline::Time begin = bounds.begin + Duration{(bounds.length().ns - length) / 3};
    stage.paintFrame({begin, begin + Duration{length}}, times);
  }
  report(state, times);
}

void registerStage(Stage& stage) {
  for (const double share : {1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-5}) {
    const std::string name = stage.name + "/pan/" + std::to_string(share * 100) + "%";
    benchmark::RegisterBenchmark(name.c_str(),
                                 [&stage, share](benchmark::State& state) { panFrames(state, stage, share); })
        ->Iterations(framesPerLevel)
        ->Unit(benchmark::kMillisecond);
  }
  for (const double share : {1.0, 0.01}) {
    const std::string name = stage.name + "/pan_with_notes/" + std::to_string(share * 100) + "%";
    benchmark::RegisterBenchmark(name.c_str(),
                                 [&stage, share](benchmark::State& state) { panFramesWithNotes(state, stage, share); })
        ->Iterations(framesPerLevel)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark((stage.name + "/zoom").c_str(),
                               [&stage](benchmark::State& state) { zoomFrames(state, stage); })
      ->Iterations(benchmark::IterationCount{2} * framesPerLevel)
      ->Unit(benchmark::kMillisecond);
}

Stage makeStage(std::string name, std::shared_ptr<const Trace> trace) {
  Stage stage{std::move(name), std::move(trace), nullptr, nullptr};
  const auto before = std::chrono::steady_clock::now();
  stage.index = QueryIndex::build(stage.trace, {}, kernline::defaultThreads());
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
  std::fprintf(stderr, "%s: %zu spans on %zu lanes, index in %.0f ms, %.1f MB\n", stage.name.c_str(),
               stage.trace->spanCount(), stage.trace->lanes().size(), ms,
               static_cast<double>(stage.index->byteSize()) / 1e6);
  return stage;
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setStyle(new kernline::ui::KernlineStyle);
  std::vector<Stage> stages;
  if (argc > 1 && argv[1][0] != '-') {
    std::shared_ptr<const Trace> preview;
    kernline::LoadOptions options;
    options.onPreview = [&](std::shared_ptr<const Trace> part) { preview = std::move(part); };
    kernline::Progress progress;
    auto loaded = kernline::load(argv[1], options, {}, progress);
    if (!loaded) {
      std::fprintf(stderr, "%s\n", loaded.error().message.english().c_str());
      return 1;
    }
    const std::string name = std::filesystem::path(argv[1]).filename().string();
    stages.push_back(makeStage(name, *loaded));
    if (preview) {
      stages.push_back({name + "/preview", std::move(preview), nullptr, nullptr});
    }
    std::copy(argv + 2, argv + argc, argv + 1);
    --argc;
  } else {
    stages.push_back(makeStage("2.3M", kernline::bench::syntheticTrace(2'300'000, 76)));
    stages.push_back(makeStage("10M", kernline::bench::syntheticTrace(10'000'000, 76)));
  }
  for (Stage& stage : stages) {
    registerStage(stage);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
