// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/whole_steps.h"

#include "tests/core/analysis/hand_made_trace.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

/// A thread that marks steps, and a stream with what it launches.
struct MarkedLoop {
  HandMadeTrace made;
  TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  std::uint32_t launches = 0;

  void step(std::int64_t begin, std::int64_t end) {
    made.span(thread, SpanKind::Annotation, "ProfilerStep#" + std::to_string(begin), begin, end - begin);
  }
  void kernel(std::int64_t call, std::int64_t begin, std::int64_t end) {
    made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", call, 1).correlation = ++launches;
    made.span(stream, SpanKind::Kernel, "gemm", begin, end - begin).correlation = launches;
  }
  std::vector<TimeRange> ranges() {
    std::vector<TimeRange> found;
    for (const Step& step : wholeSteps(*made.build())) {
      found.push_back(step.range);
    }
    return found;
  }
};

TEST(WholeSteps, lastUntilTheirDeviceWorkIsDone) {
  MarkedLoop loop;
  loop.step(0, 100);
  loop.kernel(50, 60, 400);
  loop.step(500, 600);
  loop.kernel(550, 560, 800);
  EXPECT_EQ(loop.ranges(), (std::vector<TimeRange>{{{0}, {400}}, {{500}, {800}}}));
}

TEST(WholeSteps, endWhereTheNextBegins) {
  MarkedLoop loop;
  loop.step(0, 100);
  loop.kernel(50, 60, 260);
  loop.step(200, 300);
  loop.kernel(250, 260, 290);
  EXPECT_EQ(loop.ranges(), (std::vector<TimeRange>{{{0}, {200}}, {{200}, {300}}}));
}

TEST(WholeSteps, leaveOutWhatIsLaunchedBetweenThem) {
  MarkedLoop loop;
  loop.step(0, 100);
  loop.kernel(150, 160, 400);
  loop.step(500, 600);
  EXPECT_EQ(loop.ranges(), (std::vector<TimeRange>{{{0}, {100}}, {{500}, {600}}}));
}

TEST(WholeSteps, giveTheLastNoMoreThanTheLongestPause) {
  MarkedLoop loop;
  loop.step(0, 100);
  loop.step(110, 200);
  loop.step(230, 330);
  loop.kernel(300, 400, 5000);
  EXPECT_EQ(loop.ranges(), (std::vector<TimeRange>{{{0}, {100}}, {{110}, {200}}, {{230}, {360}}}));
}

TEST(WholeSteps, ofOneLastAsLongAsItsWork) {
  MarkedLoop loop;
  loop.step(0, 100);
  loop.kernel(50, 60, 5000);
  EXPECT_EQ(loop.ranges(), (std::vector<TimeRange>{{{0}, {5000}}}));
}

}  // namespace
}  // namespace kernline::test
