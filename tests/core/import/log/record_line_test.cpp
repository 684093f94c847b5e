// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/record_line.h"

#include "core/import/log/read_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(RecordLine, takesApartNameParametersAndValues) {
  const auto line = logs::recordLine("PyTorch SDPA | Len: 128, D: 16 -> Fwd: 0.0759 ms, Bwd: 0.1865 ms");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->subject, "PyTorch SDPA");
  ASSERT_EQ(line->parameters.size(), 2U);
  EXPECT_EQ(line->parameters[0].label, "Len");
  EXPECT_EQ(line->parameters[0].value, "128");
  ASSERT_EQ(line->values.size(), 2U);
  EXPECT_EQ(line->values[1].pass, "backward");
  EXPECT_EQ(line->values[1].name, "time");
  EXPECT_DOUBLE_EQ(line->values[1].quantity.value, 186500);
}

TEST(RecordLine, believesThePassThatIsGluedToTheUnit) {
  const auto line = logs::recordLine("Forward Triton | Len: 1, Type: torch.float16 -> 0.0179 msBackwardTriton");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->subject, "Triton");
  EXPECT_EQ(line->values[0].pass, "backward");
  EXPECT_EQ(line->values[0].printed, "0.0179 ms");
  const auto plain = logs::recordLine("Forward Triton | Len: 1 -> 0.0179 ms");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->values[0].pass, "forward");
}

TEST(RecordLine, takesNumbersInBracketsWithTheirUnitsBehind) {
  const auto line =
      logs::recordLine("Average elasped time: (0.000062) second, performance: (538.947374) GFLOPS. size: (256).");
  ASSERT_TRUE(line);
  ASSERT_EQ(line->values.size(), 2U);
  EXPECT_DOUBLE_EQ(line->values[0].quantity.value, 62000);
  EXPECT_EQ(line->values[1].quantity.quantity, Quantity::FlopRate);
  ASSERT_EQ(line->parameters.size(), 1U);
  EXPECT_EQ(line->parameters[0].value, "256");
}

TEST(RecordLine, holdsTheValuesOfARoundOrOfWhatWasSet) {
  const auto iteration = logs::recordLine("iter 10: loss 9.5000, time 132.33ms, mfu 38.20%");
  ASSERT_TRUE(iteration);
  ASSERT_EQ(iteration->parameters.size(), 1U);
  EXPECT_EQ(iteration->parameters[0].label, "iter");
  EXPECT_EQ(iteration->parameters[0].value, "10");
  ASSERT_EQ(iteration->values.size(), 3U);
  EXPECT_EQ(iteration->values[0].name, "loss");
  EXPECT_DOUBLE_EQ(iteration->values[1].quantity.value, 132'330'000);
  const auto sizes = logs::recordLine("M=1024 N=512: 0.123 ms, 17.4 TFLOPS");
  ASSERT_TRUE(sizes);
  EXPECT_EQ(sizes->parameters.size(), 2U);
  EXPECT_DOUBLE_EQ(sizes->values[1].quantity.value, 17.4e12);
  for (const char* text : {"host12: loss 3", "12:30: loss 3", "iter 10: done", "iter 10: loss 3, done", "x=3: 5",
                           "iter 10/x: loss 3", "see 3: time 5 ms"}) {
    EXPECT_FALSE(logs::recordLine(text)) << text;
  }
}

TEST(BarLines, ofARoundAreASeriesWithTheUnitsOfTheirLabels) {
  const auto log = logs::readLogText(
      " iteration       10/     100 | elapsed time per iteration (ms): 1234.5 | lm loss: 1.05E+01 |\n"
      "step    1/74 | train loss 4.37 | (29.72 ms | 137835 tok/s)\n");
  ASSERT_EQ(log->metrics().size(), 5U);
  const LogMetric& time = log->metrics().front();
  EXPECT_EQ(log->text(time.name), "elapsed time per iteration");
  EXPECT_DOUBLE_EQ(time.value.number, 1'234'500'000);
  EXPECT_EQ(log->text(log->context(time.context).subject), "");
  ASSERT_EQ(log->context(time.context).parameters.size(), 1U);
  EXPECT_DOUBLE_EQ(log->context(time.context).parameters.front().value.number, 10);
  EXPECT_EQ(log->text(log->metrics()[2].name), "train loss");
  EXPECT_DOUBLE_EQ(log->metrics()[3].value.number, 29'720'000);
}

TEST(RecordLine, isNothingThatOnlyLooksSo) {
  for (const char* text :
       {"copy a -> b", "x: 3 -> y: 4", "time: 5 ms -> 3 ms", "note: (see below), more", "a | b -> 3 ms",
        "n: 1 -> 2.5 ms and more", "call: (1) foo", " -> ", ": ()", "t=5ms -> 3 ms"}) {
    EXPECT_FALSE(logs::recordLine(text)) << text;
  }
}

TEST(RecordLine, takesWhatItLeavesOutFromTheLineBefore) {
  const auto log = logs::readLogText(
      "Triton | Len: 128, Type: half -> 0.01 ms\nSDPA | Len: 128 -> 0.02 ms\nSDPA | Len: 256 -> 0.03 ms\n");
  ASSERT_EQ(log->metrics().size(), 3U);
  const auto count = [&](std::size_t metric) { return log->context(log->metrics()[metric].context).parameters.size(); };
  EXPECT_EQ(count(1), 2U);
  EXPECT_EQ(count(2), 1U) << "of another length nobody knows";
}

}  // namespace
}  // namespace kernline::test
