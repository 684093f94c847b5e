// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of Nsight Compute beside each other, and beside traces and the summaries of other profilers.
#include "core/compare/tables/ncu_profile.h"

#include "core/analysis/ncu/ncu_launches.h"
#include "core/compare/tables/table_comparison.h"
#include "core/compare/tables/trace_profile.h"
#include "core/import/log/read_log.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// The profile of a trace, or the log.
std::shared_ptr<const Log> logOf(const std::string& path) {
  auto document = openDocument(path);
  if (!document) {
    ADD_FAILURE() << document.error().message.english();
    return nullptr;
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&*document)) {
    return profileOf(**trace);
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

TableComparison compared(const std::string& base, const std::string& other) {
  return compareTables(tablesToCompare(profilesOf(std::vector{logOf(base), logOf(other)})));
}

const ComparedRow& rowLike(const TableComparison& made, std::string_view part) {
  const auto found = std::ranges::find_if(made.rows, [&](const ComparedRow& row) { return row.name.contains(part); });
  EXPECT_NE(found, made.rows.end()) << part;
  return found == made.rows.end() ? made.rows.front() : *found;
}

/// Makes the output of ncu for launches: name, metric, unit, value.
std::string reportOf(const std::vector<std::vector<std::string>>& launches) {
  std::string text =
      "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\","
      "\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  for (std::size_t id = 0; id < launches.size(); ++id) {
    const std::vector<std::string>& at = launches[id];
    text += fmt::format(
        R"row("{}","1","k","127.0.0.1","{}","1","7","(256, 1, 1)","(64, 1, 1)","0","9.0","Speed","Duration","{}","{}")row"
        "\n",
        id, at[0], at[1], at[2]);
  }
  return text;
}

TEST(NcuProfile, takesTheKernelsNameFromALaunch) {
  EXPECT_EQ(ncuKernelName("rms(float *, int) (4096, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0"),
            "rms(float *, int)");
  EXPECT_EQ(ncuKernelName("square_kernel (1823, 1, 1)x(128, 1, 1), Context 1, Stream 7"), "square_kernel");
  EXPECT_EQ(ncuKernelName("add(int), 2020-Oct-14 11:52:18, Context 1, Stream 7"), "add(int)") << "as in 2020";
  EXPECT_EQ(ncuKernelName("k(T1, T2, Context) (1, 1, 1)x(2, 1, 1), Context 1, Stream 7"), "k(T1, T2, Context)");
}

TEST(NcuProfile, addsUpTheLaunchesOfAKernel) {
  const auto log = logs::readLogText(reportOf(
      {{"mm(int)", "us", "30.00"}, {"relu(int)", "ns", "4,000"}, {"mm(int)", "us", "10.00"}, {"mm(int)", "%", "77"}}));
  const auto profile = profileOfNcu(*log);
  ASSERT_NE(profile, nullptr);
  const LogTable& table = profile->tables().front();
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(profile->text(table.cell(0, 0).text), "mm(int)");
  EXPECT_EQ(table.cell(0, *table.columnOf(ColumnRole::Calls)).number, 2) << "the last launch has no duration";
  EXPECT_EQ(table.cell(0, *table.columnOf(ColumnRole::Total)).number, 40'000);
  EXPECT_EQ(table.cell(0, *table.columnOf(ColumnRole::Median)).number, 20'000);
  EXPECT_EQ(table.rows[0].line, 2U) << "of its first launch";
  EXPECT_EQ(missingDurations(*log), std::nullopt);
}

TEST(NcuProfile, saysWhatToRecordWhereThereIsNoDuration) {
  const auto log = logOf(fixture("ncu/step-no-duration.csv"));
  EXPECT_EQ(profileOfNcu(*log), nullptr);
  ASSERT_TRUE(missingDurations(*log).has_value());
  EXPECT_THAT(*missingDurations(*log), saysInEnglish(HasSubstr("gpu__time_duration.sum")));
  EXPECT_TRUE(profilesOf(std::vector{log}).empty()) << "no made-up times";
}

/// Both were recorded of one program on one GPU: ncu two rounds of it, the trace three.
TEST(NcuProfile, comparesALaunchWithALaunchOfATrace) {
  const TableComparison made = compared(fixture("ncu/step.json.gz"), fixture("ncu/step-details.csv"));
  ASSERT_EQ(made.tables.size(), 2U);
  EXPECT_EQ(made.rowTime, RowTime::Launch);
  EXPECT_EQ(std::ranges::count_if(made.rows, [](const ComparedRow& row) { return row.status() == "both"; }), 6)
      << "ncu spells types and lambdas otherwise";
  const ComparedRow& product = rowLike(made, "nvjet");
  EXPECT_EQ(product.sides[0].count, 3);
  EXPECT_EQ(product.sides[1].count, 2);
  EXPECT_NEAR(product.ratio, 1, 0.1) << "the same work";
  EXPECT_DOUBLE_EQ(product.delta, product.sides[1].time / 2 - product.sides[0].time / 3);
  EXPECT_NE(product.shareOfChange, product.shareOfChange) << "times of launches add up to nothing";
  ASSERT_EQ(made.speedUps.size(), 1U) << "totals of a selection are no speed-up";
  EXPECT_EQ(made.speedUps[0].by, SpeedUp::By::LaunchTime);
  EXPECT_NEAR(made.speedUps[0].value, 0.9, 0.1);
  EXPECT_THAT(made.reasons, Contains(saysInEnglish(HasSubstr("SM clock"))));
  EXPECT_THAT(made.reasons.back(), mentions("ncu-runs-kernels-alone"));
}

TEST(NcuProfile, comparesTwoReports) {
  const TableComparison made = compared(fixture("ncu/step-details.csv"), fixture("ncu/step-metrics.txt"));
  ASSERT_EQ(made.tables.size(), 2U);
  EXPECT_EQ(made.names[0].english(), "step-details.csv: Nsight Compute");
  EXPECT_EQ(std::ranges::count_if(made.rows, [](const ComparedRow& row) { return row.status() == "both"; }), 6);
  EXPECT_TRUE(std::ranges::all_of(made.rows, [](const ComparedRow& row) { return row.match == NameMatch::Exact; }));
  EXPECT_NEAR(made.speedUps.at(0).value, 1, 0.05);
}

TEST(NcuProfile, readsTheRawPage) {
  const TableComparison made = compared(fixture("ncu/step-details.csv"), fixture("ncu/step-raw.csv"));
  ASSERT_EQ(made.rows.size(), 6U);
  for (const ComparedRow& row : made.rows) {
    EXPECT_EQ(row.status(), "both") << row.name;
    EXPECT_EQ(row.sides[0].count, row.sides[1].count);
    EXPECT_NEAR(row.ratio, 1, 1e-3) << "pages of one recording, of which one has fewer digits";
  }
}

TEST(NcuProfile, saysHowManyLaunchesItLeavesOut) {
  const TableComparison made = compared(fixture("logs/ncu.log"), fixture("ncu/step-details.csv"));
  EXPECT_THAT(made.reasons, Contains(mentions("launches-without-duration-skipped", anyValue, "1", "3")));
  EXPECT_EQ(made.change(rowLike(made, "nvjet")), "not listed") << "ncu measures what it was told to";
  EXPECT_NE(rowLike(made, "nvjet").delta, rowLike(made, "nvjet").delta);
}

TEST(SummaryRows, countKernelsAgainstATraceAndNotCallsOfTheHost) {
  const std::string trace = fixture("ncu/step.json.gz");
  const TemporaryFile nvprof(
      "==1== Profiling result:\n"
      "            Type  Time(%)      Time     Calls       Avg       Min       Max  Name\n"
      " GPU activities:  100.00%  150.00us         3  50.000us  50.000us  50.000us  "
      "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT\n"
      "      API calls:   99.00%  99.000ms         1  99.000ms  99.000ms  99.000ms  cudaMalloc\n"
      "                    1.00%  1.0000ms        18  55.000us  50.000us  60.000us  cudaLaunchKernel\n",
      ".log");
  const TableComparison made = compared(trace, nvprof.path());
  EXPECT_EQ(made.rowTime, RowTime::Device);
  const ComparedRow& product = rowLike(made, "nvjet");
  EXPECT_EQ(product.status(), "both");
  EXPECT_EQ(product.sides[1].time, 150'000);
  EXPECT_EQ(made.times[1].device(), 150'000) << "calls of the host take no time of the device";
  EXPECT_EQ(made.times[1].host(), 100'000'000);
  EXPECT_TRUE(std::ranges::all_of(made.rows, [](const ComparedRow& row) { return row.kind == RowKind::Kernel; }));
  EXPECT_EQ(made.change(rowLike(made, "softmax")), "not listed") << "profilers name kernels each in their way";
}

TEST(SummaryRows, takeTheTableOfKernelsOfAReportWithMany) {
  const std::string trace = fixture("ncu/step.json.gz");
  const TemporaryFile nsys(
      " ** CUDA API Summary (cuda_api_sum):\n\n"
      " Time (%)  Total Time (ns)  Num Calls  Avg (ns)  Med (ns)  Min (ns)  Max (ns)  StdDev (ns)  Name\n"
      " --------  ---------------  ---------  --------  --------  --------  --------  -----------  ----------------\n"
      "    100.0           900000         18   50000.0   50000.0     40000     60000          0.0  cudaLaunchKernel\n\n"
      " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
      " Time (%)  Total Time (ns)  Instances  Avg (ns)  Med (ns)  Min (ns)  Max (ns)  StdDev (ns)  "
      "                     Name\n"
      " --------  ---------------  ---------  --------  --------  --------  --------  -----------  "
      "----------------------------------------------\n"
      "    100.0           138000          3   46000.0   46000.0     45000     47000          0.0  "
      "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT\n",
      ".txt");
  const TableComparison made = compared(trace, nsys.path());
  ASSERT_EQ(made.tables.size(), 2U);
  EXPECT_EQ(rowLike(made, "nvjet").status(), "both");
  EXPECT_EQ(rowLike(made, "nvjet").sides[1].time, 138'000);
}

TEST(SummaryRows, keepTheCallsOfRocmApart) {
  const TemporaryFile hip(
      "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
      "\"hipLaunchKernel\",1,9406206,9406206,60\n\"hipMalloc\",1,143338,143338,40\n",
      ".csv");
  const TableComparison host = compared(hip.path(), hip.path());
  EXPECT_EQ(host.rowTime, RowTime::Host);
  EXPECT_EQ(host.speedUps.at(0).by, SpeedUp::By::HostTime);
  const TemporaryFile kernels(
      "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
      "\"elementwise_kernel\",1,5280,5280,50\n\"hipcub_sort\",1,5280,5280,50\n",
      ".csv");
  EXPECT_EQ(compared(kernels.path(), kernels.path()).rowTime, RowTime::Device);
}

}  // namespace
}  // namespace kernline::test
