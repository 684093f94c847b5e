// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

/// Ten kernels of 100 µs with so many blocks, on a device with 132 multiprocessors.
Advice adviceOfBlocks(int blocks, int others = 0) {
  AdviceProgram program;
  double time = 0;
  const auto add = [&](const char* name, int count) {
    program.op("my::op", time, 8, "[[64]]", "[\"float\"]");
    program.work(
        name, time + 1, time + 10, 100, 7, "kernel",
        fmt::format(R"(,"grid":[{},1,1],"block":[128,1,1],"registers per thread":32,"shared memory":0)", count));
    time += 100;
  };
  for (int i = 0; i < 10; ++i) {
    add("some_kernel", blocks);
  }
  for (int i = 0; i < others; ++i) {
    add("other_kernel", 132 * 64);
  }
  return adviceOf(program.trace());
}

TEST(SmallKernelAdvice, comparesBlocksWithTheMultiprocessorsOfTheDevice) {
  const Advice advice = adviceOfBlocks(40);
  const AdviceRow& row = rowOf(advice, AdviceKind::SmallKernels);
  const double fill = 40.0 / 132;
  EXPECT_THAT(row.title, says("give-device-more-work", "100.0 %"));
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 10 * (100'000 - fill * 98'000), 20) << "each takes 2 µs in any case";
  EXPECT_EQ(row.likely, Duration{}) << "a larger batch does not shorten a step";
  EXPECT_EQ(row.confidence, Confidence::Low);
  EXPECT_THAT(evidenceOf(row), mentions("they-take-and-fill", anyValue, "30.3 %"));
  EXPECT_THAT(evidenceOf(row), mentions("blocks-for-multiprocessors", "some_kernel", "40", "132", anyValue));
}

TEST(SmallKernelAdvice, isSilentOnAFullDevice) {
  EXPECT_FALSE(hasRow(adviceOfBlocks(67), AdviceKind::SmallKernels)) << "more than half";
  EXPECT_FALSE(hasRow(adviceOfBlocks(200), AdviceKind::SmallKernels)) << "each multiprocessor has a block";
  EXPECT_FALSE(hasRow(adviceOfBlocks(40, 40), AdviceKind::SmallKernels)) << "a fifth of the time";
  EXPECT_FALSE(hasRow(adviceOfBlocks(0), AdviceKind::SmallKernels)) << "unknown";
}

}  // namespace
}  // namespace kernline::test
