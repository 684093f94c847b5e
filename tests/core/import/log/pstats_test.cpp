// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;

constexpr const char* printedByPstats =
    "         63 function calls (53 primitive calls) in 0.035 seconds\n\n"
    "   Ordered by: internal time\n\n"
    "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"
    "    50/40    0.020    0.001    0.030    0.001 model.py:17(forward)\n"
    "        3    0.010    0.003    0.010    0.003 {built-in method builtins.sum}\n\n\n"
    "   Ordered by: internal time\n\n"
    "Function                          was called by...\n"
    "                                      ncalls  tottime  cumtime\n"
    "model.py:17(forward)              <-   40    0.015    0.025  train.py:3(step)\n"
    "                                       10    0.005    0.005  model.py:17(forward)\n"
    "train.py:3(step)                  <- \n\n\n"
    "Loss: 2.5\n";

TEST(Pstats, areATableOfFunctionsWithTheirTimes) {
  const auto log = logs::readLogText(printedByPstats);
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("function", "ncalls", "primitive calls", "tottime (s)",
                                                    "tottime per call (s)", "cumtime (s)", "cumtime per call (s)"));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(log->text(table.cell(1, 0).text), "{built-in method builtins.sum}");
  EXPECT_EQ(table.cell(0, 1).number, 50);
  EXPECT_EQ(table.cell(0, 2).number, 40);
  EXPECT_EQ(table.cell(0, 5).number, 30e6) << "ns";
}

TEST(Pstats, sayWhoCalledWhom) {
  const auto log = logs::readLogText(printedByPstats);
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& table = log->tables()[1];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("function", "caller", "ncalls", "tottime (s)", "cumtime (s)"));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(log->text(table.cell(1, 0).text), "model.py:17(forward)") << "named in the line above";
  EXPECT_EQ(log->text(table.cell(1, 1).text), "model.py:17(forward)");
  EXPECT_EQ(table.cell(1, 2).number, 10);
}

TEST(Pstats, endWhereOtherLinesBegin) {
  const auto log = logs::readLogText(printedByPstats);
  ASSERT_EQ(log->metrics().size(), 1U);
  EXPECT_EQ(log->metrics()[0].value.number, 2.5);
}

}  // namespace
}  // namespace kernline::test
