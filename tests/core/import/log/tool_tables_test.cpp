// SPDX-License-Identifier: GPL-3.0-or-later
// What nvprof, ncu, unitrace and DeepSpeed print of kernels, calls and modules. The golden files beside the fixtures
// hold the rest.
#include "core/import/log/module_profile.h"
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

using logs::ModuleFigure;

std::shared_ptr<const Log> toolLog(const std::string& name) {
  return logs::readLogText(readFile(fixture("logs/" + name)));
}

const LogTable* titled(const Log& log, std::string_view title) {
  const auto found = std::ranges::find_if(
      log.tables(), [&](const LogTable& table) { return log.text(table.title).starts_with(title); });
  return found == log.tables().end() ? nullptr : &*found;
}

std::size_t columnNamed(const Log& log, const LogTable& table, std::string_view name) {
  const auto found =
      std::ranges::find_if(table.columns, [&](const LogColumn& column) { return log.text(column.name) == name; });
  return static_cast<std::size_t>(found - table.columns.begin());
}

double numberIn(const Log& log, const LogTable& table, std::size_t row, std::string_view column) {
  return table.cell(row, columnNamed(log, table, column)).number;
}

std::string_view textIn(const Log& log, const LogTable& table, std::size_t row, std::string_view column) {
  return log.text(table.cell(row, columnNamed(log, table, column)).text);
}

double measured(const Log& log, std::string_view name) {
  const auto found = std::ranges::find_if(log.metrics(), [&](const LogMetric& m) { return log.text(m.name) == name; });
  return found == log.metrics().end() ? std::numeric_limits<double>::quiet_NaN() : found->value.number;
}

TEST(NvprofTables, haveATableForEachKernelWithUnitsOfItsMetrics) {
  const auto log = toolLog("nvprof-metrics.log");
  ASSERT_EQ(log->tables().size(), 5U);
  const LogTable& metrics = log->tables()[1];
  EXPECT_EQ(metrics.kind, TableKind::Nvprof);
  EXPECT_TRUE(metrics.isOfMetrics);
  EXPECT_EQ(log->text(metrics.title), "scale(float*, int), Device Tesla V100-SXM2-16GB (0)");
  EXPECT_EQ(textIn(*log, metrics, 0, "Metric Unit"), "bytes/s");
  EXPECT_DOUBLE_EQ(numberIn(*log, metrics, 0, "Min"), 897.04e6);
  EXPECT_DOUBLE_EQ(numberIn(*log, metrics, 0, "Avg"), 23.557e9);
  EXPECT_EQ(textIn(*log, metrics, 0, "Metric Description"), "Device Memory Read Throughput");
  EXPECT_DOUBLE_EQ(numberIn(*log, metrics, 2, "Max"), 0.9996);
  EXPECT_DOUBLE_EQ(numberIn(*log, metrics, 3, "Max"), 2);
  EXPECT_EQ(textIn(*log, metrics, 3, "Max"), "Low (2)");
  EXPECT_DOUBLE_EQ(numberIn(*log, metrics, 4, "Avg"), 9144115200);
  EXPECT_DOUBLE_EQ(numberIn(*log, metrics, 4, "Invocations"), 20);
}

TEST(NvprofTables, readEventsWithTheirTotals) {
  const auto log = toolLog("nvprof-metrics.log");
  const LogTable& events = log->tables().front();
  EXPECT_THAT(columnNames(*log, events), testing::ElementsAre("Invocations", "Event Name", "Metric Description",
                                                              "Metric Unit", "Min", "Max", "Avg", "Total"));
  EXPECT_DOUBLE_EQ(numberIn(*log, events, 1, "Total"), 40);
}

TEST(NvprofTables, loseADamagedRowAndGoOnBehindAnotherProgramsLine) {
  const auto log = toolLog("nvprof-metrics.log");
  EXPECT_EQ(log->report()[LogIssueKind::TornRow].count, 1U);
  EXPECT_EQ(log->report()[LogIssueKind::Interruption].count, 1U);
  const LogTable* reduce = titled(*log, "void reduce");
  ASSERT_TRUE(reduce);
  EXPECT_EQ(reduce->rows.size(), 2U);
}

TEST(NvprofTables, areTheSameInCsv) {
  const auto log = toolLog("nvprof-metrics.log");
  const LogTable* add = titled(*log, "add(float*, int), Device Tesla V100-SXM2-16GB (0)");
  ASSERT_TRUE(add);
  ASSERT_EQ(add->rows.size(), 2U);
  EXPECT_DOUBLE_EQ(numberIn(*log, *add, 0, "Max"), 1024);
  EXPECT_DOUBLE_EQ(numberIn(*log, *add, 1, "Max"), 4);
}

TEST(NvprofTables, haveARowForEachLaunchWhereMetricsWereTraced) {
  const auto log = toolLog("nvprof-launch-metrics.log");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& launches = log->tables().front();
  EXPECT_EQ(launches.kind, TableKind::Nvprof);
  ASSERT_EQ(launches.rows.size(), 3U) << "the units are no launch";
  EXPECT_EQ(log->text(launches.columns[*launches.columnOf(ColumnRole::Name)].name), "Kernel");
  EXPECT_EQ(textIn(*log, launches, 2, "Kernel"), "sum(float const *, float const *, float*, int) [119]");
  EXPECT_DOUBLE_EQ(numberIn(*log, launches, 0, "achieved_occupancy"), 0.853123);
  EXPECT_DOUBLE_EQ(numberIn(*log, launches, 1, "branch_efficiency"), 0.995);
  EXPECT_DOUBLE_EQ(numberIn(*log, launches, 1, "active_warps (0)"), 4032);
  EXPECT_DOUBLE_EQ(numberIn(*log, launches, 2, "dram_utilization"), 9);
  EXPECT_EQ(textIn(*log, launches, 2, "dram_utilization"), "High (9)");
  EXPECT_DOUBLE_EQ(numberIn(*log, launches, 2, "dram_read_throughput"), 613.5e9);
  EXPECT_EQ(launches.columns[columnNamed(*log, launches, "dram_read_throughput")].quantity, Quantity::ByteRate);
  EXPECT_TRUE(log->report().kinds().empty());
}

TEST(NvprofTables, haveARowForEachLaunchWhereNoMetricHasAUnit) {
  const auto log = logs::readLogText(
      "\"Device\",\"Context\",\"Stream\",\"Kernel\",\"ipc\"\n,,,,\n\"Card (0)\",\"1\",\"7\",\"k(int)\",1.25\n");
  ASSERT_EQ(log->tables().size(), 1U);
  ASSERT_EQ(log->tables().front().rows.size(), 1U);
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables().front(), 0, "ipc"), 1.25);
}

TEST(NvprofTables, areNotThoseOfOtherTextThatCountsInvocations) {
  EXPECT_TRUE(logs::readLogText("Invocations  Name  Min  Max\nfoo  a  1  2\n")->tables().empty());
}

TEST(NcuSummaries, haveMinimumMaximumAndAverageInBaseUnits) {
  const auto log = toolLog("ncu-summary.log");
  const LogTable* scale =
      titled(*log, "scale(float *, int) (4096, 1, 1)x(256, 1, 1), Device 0, CC 9.0, Invocations 14");
  ASSERT_TRUE(scale);
  EXPECT_EQ(scale->kind, TableKind::Ncu);
  EXPECT_THAT(columnNames(*log, *scale),
              testing::ElementsAre("Section", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average"));
  EXPECT_DOUBLE_EQ(numberIn(*log, *scale, 0, "Minimum"), 1'050'000);
  EXPECT_EQ(textIn(*log, *scale, 0, "Metric Unit"), "bytes");
  EXPECT_DOUBLE_EQ(numberIn(*log, *scale, 1, "Average"), 20'000);
  EXPECT_DOUBLE_EQ(numberIn(*log, *scale, 2, "Maximum"), 1'016'893);
  EXPECT_DOUBLE_EQ(numberIn(*log, *scale, 3, "Average"), 0.7666);
  EXPECT_EQ(textIn(*log, *scale, 3, "Section"), "Occupancy");
  EXPECT_EQ(log->report()[LogIssueKind::TornRow].count, 1U);
}

TEST(NcuSummaries, sayTheGpuThatTheyStandBelow) {
  const auto log = toolLog("ncu-summary.log");
  EXPECT_TRUE(titled(*log, "add(float *) (64, 1, 1)x(128, 1, 1), Device 1, CC 9.0, Invocations 3"));
}

TEST(NcuSummaries, areTheSameInCsv) {
  const auto log = toolLog("ncu-summary.log");
  ASSERT_EQ(log->tables().size(), 4U);
  const LogTable& scale = log->tables()[2];
  EXPECT_EQ(scale.title, log->tables()[0].title);
  EXPECT_DOUBLE_EQ(numberIn(*log, scale, 0, "Maximum"), 0.7938);
  EXPECT_DOUBLE_EQ(numberIn(*log, scale, 1, "Minimum"), 10'000);
}

TEST(UnitraceTables, haveRolesAndUnits) {
  const auto log = toolLog("unitrace.log");
  ASSERT_EQ(log->tables().size(), 4U);
  const LogTable& kernels = log->tables()[1];
  EXPECT_EQ(kernels.kind, TableKind::Unitrace);
  EXPECT_EQ(textIn(*log, kernels, 0, "Kernel"), "gemm(float const*, float*)::{#1, 2}");
  EXPECT_EQ(kernels.columnOf(ColumnRole::Name), 0U);
  const auto total = kernels.columnOf(ColumnRole::Total);
  ASSERT_TRUE(total);
  EXPECT_EQ(kernels.columns[*total].quantity, Quantity::Time);
  EXPECT_DOUBLE_EQ(kernels.cell(1, *total).number, 900'000);
  EXPECT_DOUBLE_EQ(numberIn(*log, kernels, 0, "Time (%)"), 0.75);
  EXPECT_EQ(kernels.rows.size(), 2U);
  EXPECT_EQ(log->report()[LogIssueKind::TornRow].count, 1U);
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables()[2], 0, "SLM Per Work Group"), 4096);
  EXPECT_EQ(log->report()[LogIssueKind::BadCell].count, 0U);
}

TEST(UnitraceTables, ofOlderVersionsHaveCommasInNamesAndNoneBetweenProperties) {
  const auto log = toolLog("unitrace-old.log");
  ASSERT_EQ(log->tables().size(), 3U);
  EXPECT_EQ(textIn(*log, log->tables()[0], 0, "Kernel"), "hgemm_nocopy(float*, int)[SIMD16 {56; 1; 1}]");
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables()[0], 0, "Max (ns)"), 5'000'000);
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables()[1], 0, "Number of Arguments"), 27);
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables()[2], 0, "GpuTime[ns]"), 4'708'080);
}

TEST(UnitraceTables, standBelowTotalsWhoseUnitIsInTheirLabel) {
  const auto log = toolLog("unitrace.log");
  EXPECT_DOUBLE_EQ(measured(*log, "Total Execution Time"), 81'615'043);
  EXPECT_EQ(log->metrics().front().quantity, Quantity::Time);
}

TEST(ModuleProfiles, areReadInAllTheirForms) {
  const auto number = [](std::string_view text, ModuleFigure figure) {
    auto profile = logs::moduleProfile(text);
    return profile ? logs::moduleFigure(figure, (*profile)[figure]).value_or(-1) : -2;
  };
  constexpr std::string_view first =
      "4.2 M, 1.25% Params, 42.97 GMACs, 1.37% MACs, 833.75 us, 1.09% latency, 103.08 TFLOPS,";
  EXPECT_DOUBLE_EQ(number(first, ModuleFigure::Params), 4'200'000);
  EXPECT_DOUBLE_EQ(number(first, ModuleFigure::MacShare), 0.0137);
  EXPECT_DOUBLE_EQ(number(first, ModuleFigure::Latency), 833'750);
  EXPECT_DOUBLE_EQ(number(first, ModuleFigure::FlopRate), 103.08e12);
  constexpr std::string_view second =
      "2.39 B = 100% Params, 55.48 TMACs = 98.5% MACs, 1.17 s = 3.7% latency, 0 FLOPS, p=0.1";
  EXPECT_DOUBLE_EQ(number(second, ModuleFigure::Params), 2.39e9);
  EXPECT_DOUBLE_EQ(number(second, ModuleFigure::Macs), 55.48e12);
  EXPECT_DOUBLE_EQ(number(second, ModuleFigure::MacShare), 0.985);
  EXPECT_DOUBLE_EQ(number(second, ModuleFigure::Latency), 1.17e9);
  EXPECT_DOUBLE_EQ(number(second, ModuleFigure::FlopRate), 0);
  EXPECT_EQ(logs::moduleProfile(second)->rest, "p=0.1");
  EXPECT_FALSE(logs::moduleProfile("in_features=512, out_features=512"));
}

TEST(ModuleFigures, areNothingElse) {
  for (const std::string_view text : {"", "12", "12 ", "1.2 Q", "M", "1.2 GMACs", "x s"}) {
    EXPECT_FALSE(logs::moduleFigure(ModuleFigure::Latency, text)) << text;
  }
  EXPECT_DOUBLE_EQ(logs::moduleFigure(ModuleFigure::Params, "0").value_or(-1), 0);
  EXPECT_DOUBLE_EQ(logs::moduleFigure(ModuleFigure::Macs, "3139.93 G").value_or(-1), 3139.93e9);
}

TEST(DeepSpeedProfile, hasItsSummaryAsMeasurementsWithTheSizesAsParameters) {
  const auto log = toolLog("deepspeed-2023.log");
  EXPECT_DOUBLE_EQ(measured(*log, "fwd MACs per GPU"), 191.26e9);
  EXPECT_DOUBLE_EQ(measured(*log, "fwd flops per GPU"), 382.64e9);
  EXPECT_DOUBLE_EQ(measured(*log, "fwd FLOPS per GPU"), 6.38e12);
  EXPECT_DOUBLE_EQ(measured(*log, "FLOPS per GPU"), 2.35e12);
  EXPECT_DOUBLE_EQ(measured(*log, "step latency"), 139'910);
  EXPECT_DOUBLE_EQ(measured(*log, "throughput"), 196.88);
  EXPECT_THAT(parametersText(*log, log->context(log->metrics().front().context)),
              testing::HasSubstr("batch size per GPU=32"));
  EXPECT_DOUBLE_EQ(measured(*log, "epoch time"), 3.5e9);
  EXPECT_TRUE(log->context(log->metrics().back().context).parameters.empty());
}

TEST(DeepSpeedProfile, hasARowForEachModuleWithFigures) {
  const auto log = toolLog("deepspeed-2023.log");
  const LogTable* modules = titled(*log, "Detailed Profile per GPU");
  ASSERT_TRUE(modules);
  EXPECT_EQ(modules->kind, TableKind::DeepSpeed);
  ASSERT_EQ(modules->rows.size(), 6U);
  EXPECT_EQ(textIn(*log, *modules, 0, "module"), "Net");
  EXPECT_EQ(textIn(*log, *modules, 3, "module"), "stack.layers.0-5");
  EXPECT_EQ(textIn(*log, *modules, 3, "class"), "Block");
  EXPECT_EQ(textIn(*log, *modules, 4, "module"), "stack.layers.0-5.act");
  EXPECT_DOUBLE_EQ(numberIn(*log, *modules, 3, "fwd latency"), 8'760'000);
  EXPECT_EQ(log->text(modules->rows[5].note), "in_features=512, out_features=512, bias=True");
}

TEST(DeepSpeedProfile, countsDamagedRowsAndLeavesThemOut) {
  const auto log = toolLog("deepspeed-2023.log");
  EXPECT_EQ(log->report()[LogIssueKind::TornRow].count, 1U);
  EXPECT_EQ(log->report()[LogIssueKind::BadCell].count, 1U);  // a quote too many
}

TEST(DeepSpeedProfile, hasATableByDepthWithoutColumnsThatNobodyFilled) {
  const auto log = toolLog("deepspeed-2023.log");
  const LogTable* depths = titled(*log, "Aggregated Profile per GPU");
  ASSERT_TRUE(depths);
  EXPECT_THAT(columnNames(*log, *depths), testing::ElementsAre("depth", "module", "params", "MACs", "fwd latency"));
  ASSERT_EQ(depths->rows.size(), 4U);
  EXPECT_DOUBLE_EQ(numberIn(*log, *depths, 1, "depth"), 1);
  EXPECT_EQ(textIn(*log, *depths, 3, "module"), "Head");
  EXPECT_FALSE(depths->cell(3, columnNamed(*log, *depths, "params")).hasNumber());
}

TEST(DeepSpeedProfile, isReadInItsOlderForms) {
  const auto log = toolLog("deepspeed-2020.log");
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_EQ(log->tables()[0].rows.size(), 4U);
  EXPECT_EQ(textIn(*log, log->tables()[0], 2, "module"), "features.0");
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables()[0], 2, "params"), 156);
  EXPECT_DOUBLE_EQ(numberIn(*log, log->tables()[1], 1, "fwd flops"), 1'180'000);
  EXPECT_DOUBLE_EQ(measured(*log, "bwd FLOPS per GPU"), 116.27e12);
  EXPECT_EQ(log->report()[LogIssueKind::TornRow].count, 0U);
}

TEST(ToolTables, areReadByWorkersAsByOne) {
  for (const char* name : {"nvprof-metrics.log", "ncu-summary.log", "unitrace.log", "deepspeed-2023.log"}) {
    const std::string text = readFile(fixture(std::string{"logs/"} + name));
    const std::string plain = dumpLog(*logs::readLogText(text));
    for (const bool passes : {false, true}) {
      EXPECT_EQ(dumpLog(*logs::readLogText(text, {.threads = 2, .pieceBytes = 256, .skipsLines = passes})), plain)
          << name;
    }
  }
}

}  // namespace
}  // namespace kernline::test
