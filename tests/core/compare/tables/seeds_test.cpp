// SPDX-License-Identifier: GPL-3.0-or-later
// Real logs, counted again here from their text.
#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/table_comparison.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <sstream>

namespace kernline::test {
namespace {

std::shared_ptr<const Log> seedLog(const std::string& path) {
  const auto document = openDocument(path);
  if (!document || !std::holds_alternative<std::shared_ptr<const Log>>(*document)) {
    ADD_FAILURE() << path << " is no log";
    return nullptr;
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

class Seeds : public testing::Test {
 protected:
  void SetUp() override {
    if (!hasSeeds()) {
      GTEST_SKIP() << lacks("seeds");
    }
  }
};

struct PrintedRun {
  double milliseconds = 0;
  double error = 0;
  double mebibytes = 0;
};

/// (model, length) of lines like "  Flash | 24.5±0.09ms | 1337270 tok/s | 1490.0MB" below their length.
std::map<std::pair<std::string, std::string>, PrintedRun> printedRuns(const std::string& text) {
  const std::regex length(R"(序列长度: (\d+))");
  const std::regex run(R"(^\s+(\w+) \| ([\d.]+)±([\d.]+)ms \| \d+ tok/s \| ([\d.]+)MB)");
  std::map<std::pair<std::string, std::string>, PrintedRun> found;
  std::istringstream lines(text);
  std::string at;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, length)) {
      at = match[1];
    } else if (std::regex_search(line, match, run)) {
      found[{match[1], at}] = {std::stod(match[2]), std::stod(match[3]), std::stod(match[4])};
    }
  }
  return found;
}

TEST_F(Seeds, theTimesOfEachAttentionAreThoseThatTheLogPrints) {
  const std::string path = seed("001");
  const auto printed = printedRuns(readFile(path));
  ASSERT_EQ(printed.size(), 12U);
  const Measurements made = measurementsOf(std::vector{seedLog(path)});
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_FALSE(views.empty());
  const Pivot times = pivot(made, views[0]);
  EXPECT_EQ(made.metrics[views[0].metric].key, "time") << "what is shown first";
  EXPECT_EQ(made.dimensions[*views[0].columns].key, "seq_len");
  ASSERT_EQ(times.filled(), 12U);
  for (std::size_t r = 0; r < times.rows.size(); ++r) {
    for (std::size_t c = 0; c < times.columns.size(); ++c) {
      const std::string model = valueText(made, times.request.rows, times.rows[r], "");
      const std::string length = valueText(made, times.request.columns, times.columns[c], "");
      const PrintedRun& run = printed.at({model, length});
      EXPECT_NEAR(times.cell(r, c).value, run.milliseconds * 1e6, 1e-3) << model << length;
      EXPECT_NEAR(times.cell(r, c).max, (run.milliseconds + run.error) * 1e6, 1e-3) << model << length;
    }
  }
}

TEST_F(Seeds, flashIsTheFastestAt1024AndGatedDeltaNetRanOutOfMemoryThere) {
  const Measurements made = measurementsOf(std::vector{seedLog(seed("001"))});
  const Pivot times = pivot(made, suggestedViews(made)[0]);
  const std::size_t last = times.columns.size() - 1;
  EXPECT_EQ(valueText(made, times.request.columns, times.columns[last], ""), "1024");
  for (std::size_t r = 0; r < times.rows.size(); ++r) {
    const std::string model = valueText(made, times.request.rows, times.rows[r], "");
    EXPECT_EQ(times.cell(r, last).isBest, model == "Flash") << model;
    EXPECT_EQ(times.cell(r, last).failures.empty(), model != "GatedDeltaNet") << model;
  }
  PivotRequest peaks = viewOf(made, *made.metric("peak_memory"), *made.dimension("seq_len"));
  const Pivot memory = pivot(made, peaks);
  EXPECT_EQ(memory.filled(), 11U);
  ASSERT_EQ(memory.rows.size(), 4U);
  EXPECT_EQ(memory.cell(3, 2).status, CellStatus::Failed);
  EXPECT_THAT(failureText(made, memory.cell(3, 2)), testing::HasSubstr("CUDA out of memory"));
}

TEST_F(Seeds, theOptimizedRunIsFasterByItsTotalsThanTheLogSays) {
  const TableComparison made = compareTables(profilesOf(std::vector{seedLog(seed("004"))}));
  ASSERT_EQ(made.tables.size(), 2U);
  std::map<SpeedUp::By, double> speedUps;
  for (const SpeedUp& speedUp : made.speedUps) {
    speedUps[speedUp.by] = speedUp.value;
  }
  EXPECT_NEAR(speedUps[SpeedUp::By::DeviceTime], 5025.0 / 587.351, 1e-9);
  EXPECT_NEAR(speedUps[SpeedUp::By::HostTime], 5117.0 / 551.196, 1e-9);
  EXPECT_NEAR(speedUps[SpeedUp::By::Printed], 8.529960957392634, 1e-12);
  const auto flash = std::ranges::find(made.rows, "flash_attentionv2_kernel", &ComparedRow::name);
  ASSERT_NE(flash, made.rows.end());
  EXPECT_NEAR(made.share(*flash, 1), 0.7575, 5e-5) << "three quarters, as the table's own percentage says";
  EXPECT_EQ(flash->status(), "only_other");
  double kernels = 0;  // the whole of the second table is listed
  for (const ComparedRow& row : made.rows) {
    kernels += row.kind == RowKind::Kernel ? row.sides[1].time : 0;
  }
  EXPECT_NEAR(kernels, (444.920 + 63.224 + 45.799 + 33.390) * 1e6, 1);
}

TEST_F(Seeds, sendAndReceiveTakeAThirdOfTheRingAttentionsTime) {
  const TableComparison made = compareTables(profilesOf(std::vector{seedLog(seed("003"))}));
  ASSERT_EQ(made.tables.size(), 1U);
  const auto row = std::ranges::find_if(
      made.rows, [](const ComparedRow& at) { return at.name.starts_with("ncclDevKernel_SendRecv"); });
  ASSERT_NE(row, made.rows.end());
  EXPECT_NEAR(made.share(*row, 0), 0.3459, 5e-5);
}

TEST(Experiment, aSummaryFileIsAMatrixToo) {
  const Measurements made = measurementsOf(std::vector{seedLog(shared("h200/profile_summary.csv"))});
  const auto metric = made.metric("step_ms");
  ASSERT_TRUE(metric && made.dimension("seq_len"));
  const Pivot times = pivot(made, viewOf(made, *metric, *made.dimension("seq_len")));
  EXPECT_EQ(times.filled(), 12U);
  ASSERT_EQ(times.rows.size(), 4U);
  EXPECT_NEAR(times.cell(1, 2).value, 8.552e6, 1e-3) << "Flash at 1024";
  EXPECT_TRUE(times.cell(1, 2).isBest);
}

}  // namespace
}  // namespace kernline::test
