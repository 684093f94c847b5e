// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/table_comparison.h"

#include "core/compare/tables/comparison_lines.h"
#include "core/compare/tables/comparison_report.h"
#include "tests/core/compare/tables/hand_made_log.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const ComparedRow* rowOf(const TableComparison& made, std::string_view name, RowKind kind = RowKind::Kernel) {
  const auto found =
      std::ranges::find_if(made.rows, [&](const ComparedRow& row) { return row.name == name && row.kind == kind; });
  return found == made.rows.end() ? nullptr : &*found;
}

double speedUp(const TableComparison& made, SpeedUp::By by) {
  const auto found = std::ranges::find(made.speedUps, by, &SpeedUp::by);
  return found == made.speedUps.end() ? 0 : found->value;
}

TableComparison comparedTables(const std::shared_ptr<const Log>& log) {
  return compareTables(profilesOf(std::vector{log}));
}

TEST(TableComparison, subtractsRowsOfOneNameAndKind) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "before",
                 {{"mm", RowKind::Operator, 100}, {"mm", RowKind::Kernel, 100}, {"relu", RowKind::Kernel, 50}}, 150,
                 400);
  log.torchTable(ContextId::none, "after",
                 {{"mm", RowKind::Operator, 40}, {"mm", RowKind::Kernel, 40}, {"fused", RowKind::Kernel, 10}}, 50, 100);
  const TableComparison made = comparedTables(log.build());
  const ComparedRow* kernel = rowOf(made, "mm");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->delta, -60);
  EXPECT_DOUBLE_EQ(kernel->ratio, 0.4);
  EXPECT_DOUBLE_EQ(kernel->shareOfChange, 0.6);
  EXPECT_EQ(kernel->status(), "both");
  EXPECT_NE(rowOf(made, "mm", RowKind::Operator), nullptr) << "operators are no kernels";
  EXPECT_EQ(made.change(*rowOf(made, "relu")), "gone");
  EXPECT_EQ(made.change(*rowOf(made, "fused")), "new");
  EXPECT_DOUBLE_EQ(made.share(*kernel, 0), 100.0 / 150);
  EXPECT_DOUBLE_EQ(speedUp(made, SpeedUp::By::DeviceTime), 3);
  EXPECT_DOUBLE_EQ(speedUp(made, SpeedUp::By::HostTime), 4);
  double change = 0;
  for (const ComparedRow& row : made.rows) {
    change += row.kind == RowKind::Kernel ? row.shareOfChange : 0;
  }
  EXPECT_DOUBLE_EQ(change, 1) << "kernels make up the whole change";
  EXPECT_GE(std::abs(made.rows[0].delta), std::abs(made.rows[1].delta));
}

TEST(TableComparison, doesNotCallGoneWhatMayOnlyBeCutOff) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "before", {{"relu", RowKind::Kernel, 50}}, 50);
  log.torchTable(ContextId::none, "after", {{"mm", RowKind::Kernel, 40}}, 60);
  const TableComparison made = comparedTables(log.build());
  EXPECT_EQ(made.change(*rowOf(made, "relu")), "not listed") << "20 of the second table's time is not listed";
  EXPECT_EQ(made.change(*rowOf(made, "mm")), "new");
}

/// The first of a table sorted by time, against all rows.
TEST(TableComparison, knowsNoDeltaOfWhatATableMayOnlyLeaveOut) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "all",
                 {{"long", RowKind::Kernel, 900}, {"short", RowKind::Kernel, 30}, {"medium", RowKind::Kernel, 70}},
                 1000);
  log.torchTable(ContextId::none, "first", {{"long", RowKind::Kernel, 901}}, 1001);
  const TableComparison made = comparedTables(log.build());
  ASSERT_EQ(made.rows.size(), 3U);
  EXPECT_EQ(made.rows[0].name, "long") << "whose delta is the only one";
  EXPECT_EQ(made.rows[0].delta, 1);
  EXPECT_EQ(made.rows[1].name, "medium") << "then by time";
  for (const std::size_t r : {1, 2}) {
    EXPECT_TRUE(std::isnan(made.rows[r].delta));
    EXPECT_TRUE(std::isnan(made.rows[r].ratio));
    EXPECT_TRUE(std::isnan(made.rows[r].shareOfChange));
    EXPECT_EQ(made.change(made.rows[r]), "not listed");
  }
  EXPECT_THAT(tablesCsv(made), HasSubstr("\nmedium,kernel,only_base,exact,1,70,,,,,\n"));
  const std::string page = comparisonReport({}, {}, &made);
  EXPECT_THAT(page, HasSubstr("<td></td><td>not listed</td>")) << "no bar";
  HandMadeLog hosts;
  hosts.torchTable(ContextId::none, "all", {{"mm", RowKind::Operator, 9, 90}, {"view", RowKind::Operator, 0, 10}}, 9,
                   100);
  hosts.torchTable(ContextId::none, "first", {{"mm", RowKind::Operator, 9, 80}}, 9, 90);
  const TableComparison byHost = compareTables(profilesOf(std::vector{hosts.build()}), RowTime::Host);
  EXPECT_EQ(byHost.change(*rowOf(byHost, "view", RowKind::Operator)), "not listed")
      << "all of the device's time is listed, but not all of the host's";
}

/// A table of 55 columns cuts names; a trace has all of them.
TEST(TableComparison, matchesACutNameWithTheOneOfItsCandidatesThatWasCalledAsOftenAndTookAsLong) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "trace",
                 {{"void unrolled<direct_copy>", RowKind::Kernel, 6950123, 0, 104},
                  {"void unrolled<add>", RowKind::Kernel, 511800, 0, 32},
                  {"void unrolled<mul>", RowKind::Kernel, 6950123, 0, 16}});
  log.torchTable(
      ContextId::none, "printed",
      {{"void unrolled<...", RowKind::Kernel, 6950123, 0, 104}, {"void unrolled<...", RowKind::Kernel, 400000, 0, 32}});
  const TableComparison made = comparedTables(log.build());
  const ComparedRow* copy = rowOf(made, "void unrolled<direct_copy>");
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->match, NameMatch::CutByFigures);
  EXPECT_EQ(copy->status(), "both");
  EXPECT_EQ(copy->delta, 0);
  EXPECT_EQ(made.change(*copy), "≈1.000×");
  EXPECT_THAT(remarkOn(copy->match), says("matched-by-cut-name"));
  const ComparedRow* rest = rowOf(made, "void unrolled<...");
  ASSERT_NE(rest, nullptr) << "called as often as the addition, but for another time";
  EXPECT_EQ(rest->sides[1].time, 400000);
  EXPECT_TRUE(std::isnan(rest->delta));
  EXPECT_EQ(made.change(*rowOf(made, "void unrolled<add>")), "cut name") << "it may be what is left";
  EXPECT_TRUE(std::isnan(rowOf(made, "void unrolled<add>")->delta));
}

TEST(TableComparison, leavesACutNameAloneThatTwoMayBeByCountAndTime) {
  HandMadeLog log;
  log.torchTable(
      ContextId::none, "trace",
      {{"void unrolled<add>", RowKind::Kernel, 50, 0, 2}, {"void unrolled<mul>", RowKind::Kernel, 50, 0, 2}});
  log.torchTable(ContextId::none, "printed", {{"void unrolled<...", RowKind::Kernel, 50, 0, 2}});
  const TableComparison made = comparedTables(log.build());
  EXPECT_EQ(std::ranges::count(made.rows, "both", &ComparedRow::status), 0);
}

/// Names cut to the same may be two kernels.
TEST(TableComparison, marksWhatItJoinsByACutName) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "before", {{"void vectorized_elem...", RowKind::Kernel, 50}}, 50);
  log.torchTable(ContextId::none, "after",
                 {{"void vectorized_elem...", RowKind::Kernel, 25}, {"void cutlass...", RowKind::Kernel, 5}}, 30);
  const TableComparison made = comparedTables(log.build());
  const ComparedRow* both = rowOf(made, "void vectorized_elem...");
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->match, NameMatch::Cut);
  EXPECT_EQ(made.change(*both), "≈0.500×");
  EXPECT_EQ(made.change(*rowOf(made, "void cutlass...")), "cut name") << "nobody knows that it is new";
}

TEST(TableComparison, matchesACutNameWithTheOnlyOneItCanBe) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "before",
                 {{"void at::elementwise_k...", RowKind::Kernel, 5}, {"v...", RowKind::Kernel, 1}});
  log.torchTable(ContextId::none, "after",
                 {{"void at::elementwise_kernel<4, float>", RowKind::Kernel, 7},
                  {"void_b", RowKind::Kernel, 1},
                  {"void_c", RowKind::Kernel, 1}});
  const TableComparison made = comparedTables(log.build());
  // "v..." can be any of the three, and so it hides which one the longer cut name is: neither is taken.
  EXPECT_EQ(std::ranges::count(made.rows, "both", &ComparedRow::status), 0);
  HandMadeLog clear;
  clear.torchTable(ContextId::none, "before", {{"void at::elementwise_k...", RowKind::Kernel, 5}});
  clear.torchTable(ContextId::none, "after",
                   {{"void at::elementwise_kernel<4, float>", RowKind::Kernel, 7}, {"void_b", RowKind::Kernel, 1}});
  const TableComparison unique = comparedTables(clear.build());
  const ComparedRow* row = rowOf(unique, "void at::elementwise_kernel<4, float>");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->match, NameMatch::Cut);
  EXPECT_EQ(row->delta, 2);
}

TEST(TableComparison, matchesKernelsByAShortNameThatOccursOnce) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "before", {{"void flash::fwd_kernel<64, 64>(Params)", RowKind::Kernel, 5}});
  log.torchTable(ContextId::none, "after", {{"void flash::fwd_kernel<128, 64>(Params)", RowKind::Kernel, 4}});
  const TableComparison made = comparedTables(log.build());
  ASSERT_EQ(made.rows.size(), 1U);
  EXPECT_EQ(made.rows[0].match, NameMatch::ShortName);
  EXPECT_EQ(made.rows[0].delta, -1);
}

TEST(TableComparison, countsRowsOfOneNameTogether) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "t",
                 {{"void flash_bwd...", RowKind::Kernel, 14, 0, 3}, {"void flash_bwd...", RowKind::Kernel, 2, 0, 1}});
  const TableComparison made = comparedTables(log.build());
  ASSERT_EQ(made.rows.size(), 1U);
  EXPECT_EQ(made.rows[0].sides[0].time, 16);
  EXPECT_EQ(made.rows[0].sides[0].count, 4);
}

TEST(TableComparison, saysWhyThePrintedSpeedUpIsAnother) {
  HandMadeLog log;
  log.metric(ContextId::none, "speedup", Quantity::Number, 2.7);
  log.torchTable(ContextId::none, "before", {{"k", RowKind::Kernel, 300}}, 300, 1000);
  log.torchTable(ContextId::none, "after", {{"k", RowKind::Kernel, 100}}, 100, 500);
  const TableComparison made = comparedTables(log.build());
  EXPECT_DOUBLE_EQ(speedUp(made, SpeedUp::By::Printed), 2.7);
  ASSERT_FALSE(made.reasons.empty());
  EXPECT_THAT(made.reasons.back(), mentions("lower-than-by-device-time", "10.0"));
  EXPECT_THAT(made.reasons.back(), mentions("higher-than-by-host-time", "35.0"));
  EXPECT_THAT(made.reasons.back(), saysInEnglish(HasSubstr("wall time")));
}

TEST(TableComparison, takesThePrintedTimesOfTheRunsOfTheTables) {
  HandMadeLog log;
  const ContextId slow = log.context("slow", {{"n", 1}});
  const ContextId fast = log.context("fast", {{"n", 1}});
  log.metric(slow, "time", Quantity::Time, 90);
  log.metric(fast, "time", Quantity::Time, 30);
  log.torchTable(slow, "", {{"k", RowKind::Kernel, 40}}, 40);
  log.torchTable(fast, "", {{"k", RowKind::Kernel, 20}}, 20);
  const TableComparison made = comparedTables(log.build());
  EXPECT_DOUBLE_EQ(speedUp(made, SpeedUp::By::WallTime), 3);
  EXPECT_EQ(made.names[0].english(), "slow, n=1");
}

std::shared_ptr<const Log> kernelTables(const std::string& path, const std::vector<std::string>& titles) {
  HandMadeLog log(path);
  for (const std::string& title : titles) {
    log.torchTable(ContextId::none, title, {{"mm", RowKind::Kernel, 100}}, 100, 400);
  }
  return log.build();
}

TEST(TableComparison, tellsTablesOfOneNameApartByTheirFileOrLine) {
  const auto a = kernelTables("/logs/a.log", {"summary", ""});
  const auto b = kernelTables("/logs/b.log", {"summary", ""});
  EXPECT_THAT(tableNames(profilesOf(std::vector{a, b})),
              ElementsAre(saysInEnglish("a.log: summary"), saysInEnglish("a.log, line 5"),
                          saysInEnglish("b.log: summary"), saysInEnglish("b.log, line 5")));
  const auto twice = kernelTables("/logs/c.log", {"summary", "summary", "other"});
  EXPECT_THAT(tableNames(profilesOf(std::vector{twice})),
              ElementsAre(saysInEnglish("summary, line 1"), saysInEnglish("summary, line 5"), saysInEnglish("other")));
}

TEST(TableComparison, takesTheTablesOfOneNameThatEachLogHasOnce) {
  const auto a = kernelTables("/logs/a.log", {"cuda_gpu_kern_sum", "cuda_api_sum"});
  const auto b = kernelTables("/logs/b.log", {"cuda_api_sum", "osrt_sum", "cuda_gpu_kern_sum"});
  const std::vector<TableRef> taken = tablesToCompare(profilesOf(std::vector{a, b}));
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].table, 0U);
  EXPECT_EQ(taken[1].table, 2U);
  const auto c = kernelTables("/logs/c.log", {"x", "y"});
  const auto d = kernelTables("/logs/d.log", {"x", "y"});
  EXPECT_TRUE(tablesToCompare(profilesOf(std::vector{c, d})).empty()) << "two names would do";
  EXPECT_TRUE(tablesToCompare(profilesOf(std::vector{a})).size() == 2);
}

std::vector<std::string> namesToBeginWith(const std::vector<std::shared_ptr<const Log>>& logs) {
  std::vector<std::string> names;
  for (const TableRef& ref : tablesToBeginWith(profilesOf(logs))) {
    names.push_back(tableName(ref).english());
  }
  return names;
}

TEST(TableComparison, beginsWithWhatOtherSubjectsDidWithTheSameParameters) {
  HandMadeLog log;
  for (const double length : {256.0, 512.0}) {
    for (const char* model : {"Softmax", "Flash", "Linear"}) {
      log.torchTable(log.context(model, {{"seq_len", length}}), "", {{"mm", RowKind::Kernel, length}}, length);
    }
  }
  EXPECT_THAT(namesToBeginWith({log.build()}),
              ElementsAre("Softmax, seq_len=256", "Flash, seq_len=256", "Linear, seq_len=256"));
}

TEST(TableComparison, beginsWithTheFirstTwoWhereNothingSaysWhichBelongTogether) {
  EXPECT_THAT(namesToBeginWith({kernelTables("/logs/a.log", {"x", "y", "z"})}), ElementsAre("x", "y"));
  EXPECT_THAT(namesToBeginWith({kernelTables("/logs/a.log", {"x"})}), ElementsAre("x"));
  EXPECT_THAT(namesToBeginWith({kernelTables("/logs/a.log", {})}), ElementsAre());
  HandMadeLog lengths;
  for (const double length : {256.0, 512.0, 1024.0}) {
    lengths.torchTable(lengths.context("Softmax", {{"seq_len", length}}), "", {{"mm", RowKind::Kernel, length}},
                       length);
  }
  EXPECT_THAT(namesToBeginWith({lengths.build()}), ElementsAre("Softmax, seq_len=256", "Softmax, seq_len=512"));
  EXPECT_THAT(namesToBeginWith({kernelTables("/logs/a.log", {"cuda_gpu_kern_sum", "cuda_api_sum"}),
                                kernelTables("/logs/b.log", {"cuda_api_sum", "cuda_gpu_kern_sum"})}),
              ElementsAre("cuda_gpu_kern_sum", "cuda_gpu_kern_sum"))
      << "what the command line takes by itself";
}

TEST(Report, escapesWhatLogsSayAndLoadsNothing) {
  HandMadeLog log;
  for (const double n : {1.0, 2.0}) {
    log.metric(log.context("<script>alert(1)</script>", {{"n", n}}), "\"time\" & more", Quantity::Time, n);
    log.failure(log.context("<img src=x onerror=alert(2)>", {{"n", n}}), "</style><b>boom</b>");
  }
  const std::shared_ptr<const Log> made = log.build();
  const Measurements measurements = measurementsOf(std::vector{made});
  PivotRequest request;
  request.rows = measurements.dimension("subject");
  request.columns = measurements.dimension("n");
  const std::vector<Pivot> views{pivot(measurements, request)};
  const std::string page = comparisonReport(measurements, views, nullptr);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("class=\"fail"));
}

TEST(Report, isCutWhereNobodyWouldReadOnAndSaysSo) {
  const auto reportOf = [](int rows, int columns, std::size_t charts) {
    HandMadeLog log;
    for (int i = 0; i < rows * columns; ++i) {
      log.metric(log.context(fmt::format("model{}", i / columns), {{"n", i % columns}}), "time", Quantity::Time, i);
    }
    const std::shared_ptr<const Log> made = log.build();
    const Measurements measurements = measurementsOf(std::vector{made});
    PivotRequest request;
    request.rows = measurements.dimension("subject");
    request.columns = measurements.dimension("n");
    return comparisonReport(measurements, std::vector<Pivot>(charts, pivot(measurements, request)), nullptr);
  };
  const std::string large = reportOf(65, 50, 1);
  EXPECT_THAT(large, HasSubstr("… 5 more lines; --csv lists all"));
  EXPECT_THAT(large, HasSubstr("… 5 more rows; --csv lists all"));
  EXPECT_THAT(large, HasSubstr("… 20 more columns; --csv lists all"));
  const std::string many = reportOf(2, 2, 70);
  EXPECT_THAT(many, HasSubstr("… 10 more charts; --csv lists all"));
  EXPECT_EQ(many.find("more rows"), std::string::npos);
}

}  // namespace
}  // namespace kernline::test
