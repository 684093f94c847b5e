// SPDX-License-Identifier: GPL-3.0-or-later
// A report of Nsight Compute beside what ncu itself prints of it.
#include "core/compare/tables/ncu_profile.h"
#include "core/compare/tables/table_comparison.h"
#include "core/import/ncu/metric_unit.h"
#include "core/import/ncu/read_ncu.h"
#include "tests/core/import/ncu/csv_pages.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr const char* reportName = "formats/ncu_rep/two_kernels_full.ncu-rep.gz";
constexpr std::size_t launchCount = 4;
constexpr std::size_t firstOfLaunch = 11;  // columns of a CSV page that say which launch it is

std::shared_ptr<const Log> openedLog(const std::string& path) {
  auto document = openDocument(path);
  if (!document || !std::holds_alternative<std::shared_ptr<const Log>>(*document)) {
    ADD_FAILURE() << (document ? "no log" : document.error().message.english());
    return ncu::readNcuBytes("");
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

std::vector<std::vector<std::string>> page(const std::string& name) {
  return csvCells(readDecoded(shared("formats/ncu_rep/two_kernels_" + name + ".csv")));
}

class NcuReport : public testing::Test {
 protected:
  void SetUp() override {
    if (!hasShared(reportName)) {
      GTEST_SKIP() << reportName;
    }
    m_log = openedLog(shared(reportName));
    for (const LogTable& table : m_log->tables()) {
      if (table.kind == TableKind::Ncu && table.columnOf(ColumnRole::Name)) {
        m_launches.push_back(&table);
      }
    }
    ASSERT_EQ(m_launches.size(), launchCount);
  }

  [[nodiscard]] std::string_view cell(const LogTable& table, std::size_t row, std::size_t column) const {
    return m_log->text(table.cell(row, column).text);
  }
  /// Rows by section and metric; of `--page raw` the section is empty.
  [[nodiscard]] std::map<std::pair<std::string, std::string>, std::size_t> rowsOf(const LogTable& table) const {
    std::map<std::pair<std::string, std::string>, std::size_t> rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      rows[{std::string{cell(table, row, 0)}, std::string{cell(table, row, 1)}}] = row;
    }
    return rows;
  }
  [[nodiscard]] const LogTable& named(std::string_view title) const {
    const auto found = std::ranges::find_if(
        m_log->tables(), [&](const LogTable& table) { return m_log->text(table.title).starts_with(title); });
    EXPECT_NE(found, m_log->tables().end()) << title;
    return *found;
  }
  [[nodiscard]] std::size_t column(const LogTable& table, std::string_view name) const {
    const auto found =
        std::ranges::find(table.columns, name, [&](const LogColumn& one) { return m_log->text(one.name); });
    EXPECT_NE(found, table.columns.end()) << name;
    return static_cast<std::size_t>(found - table.columns.begin());
  }

  std::shared_ptr<const Log> m_log;
  std::vector<const LogTable*> m_launches;
};

/// Half a unit of the last of the printed digits, and what a double cannot hold.
double rounding(const std::string& printed, double value) {
  const std::size_t point = printed.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<double>(printed.size() - point - 1);
  return 0.5000001 * std::pow(10.0, -decimals) + std::abs(value) * 1e-12;
}

TEST_F(NcuReport, hasEachNumberOfTheRawPage) {
  const auto lines = page("raw");
  ASSERT_EQ(lines.size(), launchCount + 3);  // the head, units, and an end of line
  std::size_t compared = 0;
  for (std::size_t launch = 0; launch < launchCount; ++launch) {
    const auto rows = rowsOf(*m_launches[launch]);
    for (std::size_t c = firstOfLaunch; c < lines[0].size(); ++c) {
      const std::string& printed = lines[launch + 2][c];
      const auto number = printedNumber(printed);
      if (!number) {
        continue;
      }
      const auto row = rows.find({"", lines[0][c]});
      ASSERT_NE(row, rows.end()) << lines[0][c];
      const auto inReport = printedNumber(cell(*m_launches[launch], row->second, 3));
      ASSERT_TRUE(inReport) << lines[0][c];
      const double scaled = *inReport / scaledUnit(lines[1][c]).factor;
      EXPECT_NEAR(scaled, *number, rounding(printed, *number)) << lines[0][c];
      ++compared;
    }
  }
  EXPECT_EQ(compared, 8828U) << "counted apart from any reader";
}

TEST_F(NcuReport, namesTheUnitsThatTheRawPagePrints) {
  const auto lines = page("raw");
  for (std::size_t c = firstOfLaunch; c < lines[0].size(); ++c) {
    EXPECT_EQ(ncu::metricUnit(lines[0][c]), scaledUnit(lines[1][c]).base) << lines[0][c];
  }
}

TEST_F(NcuReport, hasTheMetricsAndTheAdviceOfTheDetailsPage) {
  std::size_t metrics = 0;
  std::size_t rules = 0;
  const LogTable& advice = named("Advice");
  for (std::vector<std::string> line : page("details")) {
    if (line.size() < 15 || line[0] == "ID") {
      continue;
    }
    line.resize(20);
    const LogTable& launch = *m_launches[std::stoul(line[0])];
    const std::string& printed = line[14];
    if (line[12].empty()) {
      const std::string& text = line[17];
      EXPECT_TRUE(std::ranges::any_of(launch.rows, [&](const LogRow& row) {
        return m_log->text(row.note).contains(text);
      })) << text;
      const std::string percent = line[19].empty() ? "" : line[19];
      bool isListed = false;
      for (std::size_t row = 0; row < advice.rows.size(); ++row) {
        const double speedup = advice.cell(row, 7).number * 100;
        isListed = isListed || (cell(advice, row, 2) == line[15] && cell(advice, row, 3) == line[16] &&
                                cell(advice, row, 5) == text && cell(advice, row, 6) == line[18] &&
                                (percent.empty() || std::abs(speedup - std::stod(percent)) < 0.01));
      }
      EXPECT_TRUE(isListed) << text;
      ++rules;
      continue;
    }
    const auto rows = rowsOf(launch);
    const auto row = rows.find({line[11], line[12]});
    ASSERT_NE(row, rows.end()) << line[11] << ' ' << line[12];
    if (const auto number = printedNumber(printed)) {
      const auto inReport = printedNumber(cell(launch, row->second, 3));
      ASSERT_TRUE(inReport) << line[12];
      EXPECT_NEAR(*inReport / scaledUnit(line[13]).factor, *number, rounding(printed, *number)) << line[12];
    } else {
      EXPECT_EQ(cell(launch, row->second, 3), printed) << line[12];
    }
    ++metrics;
  }
  EXPECT_EQ(metrics, 4U * 87);
  EXPECT_EQ(rules, 9U + 11 + 9 + 13);
  EXPECT_EQ(advice.rows.size(), rules);
}

TEST_F(NcuReport, hasTheMetricsOfEachInstructionThatTheSourcePagePrints) {
  std::vector<const LogTable*> tables;
  for (const LogTable& table : m_log->tables()) {
    if (m_log->text(table.title).starts_with("Instructions of")) {
      tables.push_back(&table);
    }
  }
  ASSERT_EQ(tables.size(), launchCount);
  const auto lines = page("source");
  std::size_t part = 0;  // each launch stands twice
  std::size_t compared = 0;
  for (std::size_t at = 0; at + 1 < lines.size(); ++part) {
    ASSERT_EQ(lines[at][0], "Kernel Name");
    const auto& head = lines[++at];
    const LogTable& table = *tables[part / 2];
    std::map<std::string, std::size_t> offsets;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      offsets[std::string{cell(table, row, 0)}] = row;
    }
    const std::uint64_t function = std::stoull(lines[at + 1][0], nullptr, 16);
    for (++at; at < lines.size() && lines[at][0].starts_with("0x"); ++at) {
      char offset[32];
      std::snprintf(offset, sizeof offset, "0x%04llx",
                    static_cast<unsigned long long>(std::stoull(lines[at][0], nullptr, 16) - function));
      const auto row = offsets.find(offset);
      for (std::size_t c = 2; c < head.size(); ++c) {
        const auto columnAt = std::ranges::find(
            table.columns, head[c], [&](const LogColumn& one) { return std::string{m_log->text(one.name)}; });
        const auto number = printedNumber(lines[at][c]);
        if (columnAt == table.columns.end() || !number) {
          continue;
        }
        const LogCell* value =
            row == offsets.end() ? nullptr
                                 : &table.cell(row->second, static_cast<std::size_t>(columnAt - table.columns.begin()));
        const double inReport = value == nullptr || !value->hasNumber() ? 0 : value->number;  // ncu prints zeros
        EXPECT_EQ(inReport, *number) << head[c] << " at " << offset;
        ++compared;
      }
    }
  }
  EXPECT_EQ(part, 2 * launchCount);
  EXPECT_GT(compared, 50'000U);
}

TEST_F(NcuReport, addsTheInstructionsOfASourceLineUp) {
  const LogTable& byLine = named("Source lines of rms(float *, int) (4096, 1, 1)");
  const LogTable& byInstruction = named("Instructions of rms(float *, int) (4096, 1, 1)");
  const auto sum = [&](const LogTable& table, std::string_view name) {
    double total = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const LogCell& value = table.cell(row, column(table, name));
      total += value.hasNumber() ? value.number : 0;
    }
    return total;
  };
  EXPECT_EQ(sum(byLine, "# Samples"), 12'881);
  EXPECT_EQ(sum(byInstruction, "# Samples"), 12'881);
  EXPECT_EQ(sum(byLine, "Instructions Executed"), 17'948'672);
  const std::size_t text = column(byLine, "Text");
  ASSERT_GE(byLine.rows.size(), 1U);
  EXPECT_EQ(cell(byLine, 0, 0), "k.cu:1");
  EXPECT_THAT(std::string{cell(byLine, 0, text)}, HasSubstr("__global__ void rms(float*x,int n)"));
}

TEST_F(NcuReport, isTheSameProfileAsItsPages) {
  const auto report = profileOfNcu(*m_log);
  ASSERT_NE(report, nullptr);
  for (const char* name : {"raw", "details"}) {
    const auto csv = openedLog(shared(std::string("formats/ncu_rep/two_kernels_") + name + ".csv"));
    const auto profile = profileOfNcu(*csv);
    ASSERT_NE(profile, nullptr) << name;
    const auto compared = compareTables(tablesToCompare(profilesOf(std::vector{csv, m_log})));
    ASSERT_EQ(compared.rows.size(), 2U) << name;
    const LogTable& ours = report->tables().front();
    const LogTable& theirs = profile->tables().front();
    ASSERT_EQ(ours.rows.size(), theirs.rows.size());
    for (std::size_t row = 0; row < ours.rows.size(); ++row) {
      EXPECT_EQ(report->text(ours.cell(row, 0).text), profile->text(theirs.cell(row, 0).text));
      EXPECT_EQ(ours.cell(row, 1).number, theirs.cell(row, 1).number) << "launches";
      EXPECT_NEAR(ours.cell(row, 2).number, theirs.cell(row, 2).number, 10) << "nanoseconds";
    }
  }
}

TEST_F(NcuReport, isTheSameFromAnyContainer) {
  const std::string plain = readDecoded(shared(reportName));
  for (const std::string& stored : {plain, compressed(plain, "zstd"), archived({{"a.ncu-rep", plain}}, "zip")}) {
    const TemporaryFile file(stored, ".ncu-repz");
    const auto log = openedLog(file.path());
    ASSERT_EQ(log->tables().size(), m_log->tables().size());
    EXPECT_EQ(log->tables()[0].cells.size(), m_log->tables()[0].cells.size());
    EXPECT_THAT(log->format(), testing::StartsWith("Nsight Compute report"));
  }
}

TEST(NcuUnits, areThoseOfTheWordsOfAName) {
  EXPECT_EQ(ncu::metricUnit("gpu__time_duration.sum"), "ns");
  EXPECT_EQ(ncu::metricUnit("dram__bytes_write.sum.per_second"), "byte/s");
  EXPECT_EQ(ncu::metricUnit("SM_B.TriageCompute.l1tex__t_sectors.sum"), "sector");
  EXPECT_EQ(ncu::metricUnit("smsp__cycles_elapsed.avg.per_second"), "hz");
  EXPECT_EQ(ncu::metricUnit("device__attribute_max_threads_per_block"), "");
  EXPECT_EQ(ncu::metricUnit(""), "");
  EXPECT_EQ(ncu::metricUnit("__"), "");
}

}  // namespace
}  // namespace kernline::test
