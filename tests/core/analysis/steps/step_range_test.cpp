// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_range.h"

#include "tests/core/analysis/steps/made_loop.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

TEST(StepRange, isWrittenByNumbers) {
  EXPECT_EQ(parseStepNumbers("3")->first, 3U);
  EXPECT_EQ(parseStepNumbers("3")->last, 3U);
  EXPECT_EQ(parseStepNumbers("3..5")->last, 5U);
  EXPECT_EQ(parseStepNumbers("3..")->last, SIZE_MAX);
  EXPECT_EQ(parseStepNumbers("..5")->first, 0U);
  for (const char* text : {"", "x", "5..3", "-1", "1.5", "3..x", "3...5", "99999999999999999999"}) {
    EXPECT_FALSE(parseStepNumbers(text).has_value()) << text;
  }
}

TEST(StepRange, includesBothEnds) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i + 10), i * 1000, i * 1000 + 900);
  }
  const auto trace = loop.build();
  const auto steps = trace->steps();
  EXPECT_EQ(rangeOfSteps(*trace, steps, {1, 2}).value(), (TimeRange{{1000}, {2900}}));
  EXPECT_EQ(rangeOfSteps(*trace, steps, {3, SIZE_MAX}).value(), (TimeRange{{3000}, {3900}}));
  EXPECT_FALSE(rangeOfSteps(*trace, steps, {3, 4}).has_value());
  EXPECT_FALSE(rangeOfSteps(*trace, steps, {4, SIZE_MAX}).has_value());
  EXPECT_FALSE(rangeOfSteps(*trace, {}, {0, 0}).has_value());
}

TEST(StepRange, ofSeveralProcessesIsThatOfAll) {
  HandMadeTrace made;
  for (const std::int32_t rank : {0, 1}) {
    const TrackId thread = made.track(made.process(rank == 0 ? "5" : "6", -1, rank), "5", TrackKind::Thread);
    for (std::int64_t i = 0; i < 3; ++i) {
      made.span(thread, SpanKind::Annotation, "ProfilerStep#" + std::to_string(i), i * 1000 + std::int64_t{rank} * 50,
                900);
    }
  }
  const auto trace = made.build();
  EXPECT_EQ(rangeOfSteps(*trace, trace->steps(), {1, 1}).value(), (TimeRange{{1000}, {1950}}));
}

}  // namespace
}  // namespace kernline::test
