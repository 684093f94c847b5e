// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/whole_steps.h"

#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

std::vector<TimeRange> rangesOf(const std::shared_ptr<const Trace>& trace) {
  std::vector<TimeRange> found;
  for (const Step& step : wholeSteps(*trace)) {
    found.push_back(step.range);
  }
  return found;
}

TEST(WholeSteps, lastUntilTheirDeviceWorkIsDone) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#0 0+100
    gpu 0/7: gemm 60+340 <- launch 50+1
    cpu 1: ProfilerStep#500 500+100
    gpu 0/7: gemm 560+240 <- launch 550+1)");
  EXPECT_EQ(rangesOf(trace), (std::vector<TimeRange>{{{0}, {400}}, {{500}, {800}}}));
}

TEST(WholeSteps, endWhereTheNextBegins) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#0 0+100
    gpu 0/7: gemm 60+200 <- launch 50+1
    cpu 1: ProfilerStep#200 200+100
    gpu 0/7: gemm 260+30 <- launch 250+1)");
  EXPECT_EQ(rangesOf(trace), (std::vector<TimeRange>{{{0}, {200}}, {{200}, {300}}}));
}

TEST(WholeSteps, leaveOutWhatIsLaunchedBetweenThem) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#0 0+100
    gpu 0/7: gemm 160+240 <- launch 150+1
    cpu 1: ProfilerStep#500 500+100)");
  EXPECT_EQ(rangesOf(trace), (std::vector<TimeRange>{{{0}, {100}}, {{500}, {600}}}));
}

TEST(WholeSteps, giveTheLastNoMoreThanTheLongestPause) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#0 0+100
    cpu 1: ProfilerStep#110 110+90
    cpu 1: ProfilerStep#230 230+100
    gpu 0/7: gemm 400+4600 <- launch 300+1)");
  EXPECT_EQ(rangesOf(trace), (std::vector<TimeRange>{{{0}, {100}}, {{110}, {200}}, {{230}, {360}}}));
}

TEST(WholeSteps, ofOneLastAsLongAsItsWork) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#0 0+100
    gpu 0/7: gemm 60+4940 <- launch 50+1)");
  EXPECT_EQ(rangesOf(trace), (std::vector<TimeRange>{{{0}, {5000}}}));
}

}  // namespace
}  // namespace kernline::test
