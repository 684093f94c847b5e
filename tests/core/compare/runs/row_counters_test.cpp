// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/row_counters.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/compare/runs/measured_rows.h"
#include "tests/core/analysis/counters/sampled_device.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Five kernels of a GPU with samples 100 us apart, and about so much traffic of DRAM.
std::shared_ptr<const Trace> launches(double length, double readGigabytes, bool isSampled = true) {
  SampledDevice device;
  constexpr double pitch = 2000;
  for (int i = 0; i < 5; ++i) {
    device.kernel("gemm", i * pitch, length + i);
  }
  for (int i = 0; isSampled && i < 100; ++i) {
    device.dram(i * 100.0, readGigabytes + i * 0.001, 0);
  }
  return device.trace();
}

RunComparison compared(std::vector<std::shared_ptr<const Trace>> traces, bool isCounted = false) {
  std::vector<RunInput> inputs;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    inputs.push_back({.path = std::string(1, static_cast<char>('a' + i)), .trace = traces[i]});
  }
  RunComparison comparison = compareRuns(inputs, {}).value();
  for (std::size_t run = 0; isCounted && run < traces.size(); ++run) {
    addMeasured(comparison, run, MeasuredKernels(*traces[run], *TraceAnalysis(traces[run]).launches(), {}));
  }
  explainByCounters(comparison);
  return comparison;
}

std::vector<std::string> sentences(const RunComparison& comparison) {
  std::vector<std::string> all;
  for (const RowCounters& counters : comparison.differences.front().counters) {
    all.push_back(sentenceOn(comparison, 1, counters).english());
  }
  return all;
}

TEST(RowCounters, sayWhatSamplesSayOfLaunchesThatGotSlower) {
  const RunComparison comparison = compared({launches(500, 1000), launches(1000, 2000)});
  EXPECT_THAT(sentences(comparison), ElementsAre(HasSubstr("gemm: 502.0 µs → 1.002 ms a launch: DRAM traffic 47")));
  EXPECT_EQ(comparison.differences.front().counters.front().source, CounterSource::Sampled);
}

TEST(RowCounters, sayNothingOfLaunchesThatDifferByNoise) {
  EXPECT_THAT(sentences(compared({launches(500, 1000), launches(500.5, 2000)})), IsEmpty());
  EXPECT_THAT(sentences(compared({launches(500, 0, false), launches(1000, 0, false)})), IsEmpty());
}

TEST(RowCounters, sayWhereOnlyOneRunHasCounters) {
  EXPECT_THAT(sentences(compared({launches(500, 1000), launches(1000, 0, false)})),
              ElementsAre(says("launch-only-has-counters", "gemm", "502.0 µs", "1.002 ms", "a")));
  EXPECT_THAT(sentences(compared({launches(500, 0, false), launches(1000, 1000)})),
              ElementsAre(says("launch-only-has-counters", "gemm", "502.0 µs", "1.002 ms", "b")));
}

TEST(RowCounters, sayWhereNoneChangedByEnough) {
  SampledDevice device;
  for (int i = 0; i < 5; ++i) {
    device.kernel("gemm", i * 2000.0, 500.0 + i);
  }
  const auto longer = launches(550, 1000);
  EXPECT_THAT(sentences(compared({launches(520, 1000), longer})),
              ElementsAre(says("launch-no-counter-changed", "gemm", "522.0 µs", "552.0 µs")));
}

/// A product of 512 cubed in two versions, on an H100.
TEST(RowCounters, sayWhatWasCountedOfTwoVersionsOfAKernel) {
  std::vector<std::shared_ptr<const Trace>> traces;
  for (const char* name : {"tiled-matmul-before.json.gz", "tiled-matmul.json.gz"}) {
    traces.push_back(load(std::string(KERNLINE_SOURCE_DIR "/resources/samples/") + name).value());
  }
  const RunComparison comparison = compared(traces, true);
  EXPECT_THAT(sentences(comparison),
              ElementsAre("matmul: 384.6 µs → 126.7 µs a launch: achieved occupancy 47.7 % → 23.5 %, L1/TEX cache 84.1 "
                          "% → 62.7 % of peak, SM 75.3 % → 57.3 % of peak"));
  EXPECT_EQ(comparison.differences.front().counters.front().source, CounterSource::Counted);
}

}  // namespace
}  // namespace kernline::test
