// SPDX-License-Identifier: GPL-3.0-or-later
// Panning and zooming the memory curve over ten million changes, through the real widget and without a display.
#include "ui/views/memory/memory_chart.h"

#include <QApplication>
#include <QPixmap>

#include <benchmark/benchmark.h>

#include <random>

namespace {

using namespace kernline;

constexpr std::int64_t changes = 10'000'000;
constexpr std::int64_t gapNs = 1000;

std::shared_ptr<const ui::DeviceCurves> tenMillion() {
  auto history = std::make_shared<MemoryHistory>();
  history->bounds = {{0}, {changes * gapNs}};
  MemoryDevice device;
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::int64_t> step(-(1 << 24), 1 << 24);
  std::int64_t bytes = std::int64_t{1} << 34;
  for (std::int64_t i = 0; i < changes; ++i) {
    bytes = std::max<std::int64_t>(0, bytes + step(random));
    device.allocated.add({i * gapNs}, bytes);
    if (i % 1000 == 0) {
      device.reserved.add({i * gapNs}, bytes + (std::int64_t{1} << 33));
    }
  }
  history->devices.push_back(std::move(device));
  return *ui::makeDeviceCurves(std::move(history), 0, {});
}

const std::shared_ptr<const ui::DeviceCurves>& curves() {
  static const std::shared_ptr<const ui::DeviceCurves> made = tenMillion();
  return made;
}

/// A frame: the envelope of what is in sight, the series, the painting.
void panCurve(benchmark::State& state) {
  ui::MemoryChart chart;
  chart.resize(1920, 400);
  chart.setCurves(curves());
  const TimeRange whole = curves()->history->bounds;
  const Duration length{whole.length().ns / state.range(0)};
  Time begin = whole.begin;
  for (auto _ : state) {
    begin = begin + Duration{length.ns / 200};
    begin = begin > whole.end - length ? whole.begin - Duration{length.ns / 20} : begin;  // moves at the whole too
    chart.setRange({begin, begin + length});
    benchmark::DoNotOptimize(chart.grab());
  }
}
BENCHMARK(panCurve)->ArgName("zoom")->Arg(1)->Arg(10)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

std::shared_ptr<const ui::DeviceCurves> millionsOfBlocks() {
  constexpr std::int64_t count = 5'000'000;
  auto history = std::make_shared<MemoryHistory>();
  history->bounds = {{0}, {count * gapNs}};
  MemoryDevice device;
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::int64_t> bytes(1, 1 << 24);
  constexpr std::int64_t life = 2000;  // blocks alive at once
  std::vector<std::int64_t> sizes;
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    sizes.push_back(bytes(random));
    device.blocks.push_back({.begin = {i * gapNs}, .end = {(i + life) * gapNs}, .bytes = sizes.back()});
    sum += sizes.back() - (i >= life ? sizes[static_cast<std::size_t>(i - life)] : 0);
    device.allocated.add({i * gapNs}, sum);
  }
  history->devices.push_back(std::move(device));
  return *ui::makeDeviceCurves(std::move(history), 0, {});
}

const std::shared_ptr<const ui::DeviceCurves>& blocks() {
  static const std::shared_ptr<const ui::DeviceCurves> made = millionsOfBlocks();
  return made;
}

/// The same with each of two thousand blocks alive a band of its own; where laying them out takes long, workers do.
void panBlocks(benchmark::State& state) {
  ui::MemoryChart chart;
  chart.resize(1920, 400);
  chart.setCurves(blocks());
  chart.setPicture(ui::MemoryChart::Picture::Blocks);
  chart.setColors(ui::makeBlockColors(*blocks()->history, blocks()->of(), MemoryGrouping::Size, {}));
  const TimeRange whole = blocks()->history->bounds;
  const Duration length{whole.length().ns / state.range(0)};
  Time begin = whole.begin;
  for (auto _ : state) {
    begin = begin + Duration{length.ns / 200};
    begin = begin > whole.end - length ? whole.begin - Duration{length.ns / 20} : begin;
    chart.setRange({begin, begin + length});
    QApplication::processEvents();  // takes what a worker has made
    benchmark::DoNotOptimize(chart.grab());
  }
}
BENCHMARK(panBlocks)->ArgName("zoom")->Arg(1)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// Lays out blocks like the worker.
void layOutBlocks(benchmark::State& state) {
  ui::BlockBands bands;
  bands.setColors(ui::makeBlockColors(*blocks()->history, blocks()->of(), MemoryGrouping::Size, {}));
  const double top = static_cast<double>(blocks()->max);
  for (auto _ : state) {
    bands.layOut(blocks(), blocks()->history->bounds, {1800, 330}, top);
    benchmark::DoNotOptimize(bands.picture(ui::TimelinePalette::matching(QApplication::palette())));
  }
}
BENCHMARK(layOutBlocks)->Unit(benchmark::kMillisecond);

void envelope(benchmark::State& state) {
  const ui::DrawnCurve& curve = curves()->parts.front();
  for (auto _ : state) {
    benchmark::DoNotOptimize(curveEnvelope(*curve.curve, curve.pyramid, curves()->history->bounds, 1920));
  }
}
BENCHMARK(envelope)->Unit(benchmark::kMillisecond);

void buildPyramid(benchmark::State& state) {
  const MemoryCurve& curve = *curves()->parts.front().curve;
  for (auto _ : state) {
    benchmark::DoNotOptimize(CurvePyramid(curve.bytes));
  }
}
BENCHMARK(buildPyramid)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
