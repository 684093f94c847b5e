// SPDX-License-Identifier: GPL-3.0-or-later
// Reports that are damaged, or made to harm. tests/fixtures/ncu_rep/make_reports.py writes the small ones.
#include "core/import/ncu/launch_result.h"
#include "core/import/ncu/read_ncu.h"
#include "core/import/ncu/report_blocks.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <variant>

namespace kernline::test {
namespace {

std::string stored(const std::string& name) {
  return readFile(fixture("ncu_rep/" + name + ".ncu-rep"));
}

/// Launches, and issues as "kind count".
std::string outcome(const std::string& name) {
  const auto log = ncu::readNcuBytes(stored(name));
  std::size_t launches = 0;
  for (const LogTable& table : log->tables()) {
    launches += table.columnOf(ColumnRole::Name) ? 1 : 0;
  }
  std::string text = std::to_string(launches) + " launches";
  for (const LogIssueKind kind : log->report().kinds()) {
    text += ", " + std::string{logIssueText(kind).key} + " " + std::to_string(log->report()[kind].count);
  }
  for (const LogSetting& setting : log->settings()) {
    text += log->text(setting.name).contains("not shown")
                ? ", " + std::string{log->text(setting.value.text)} + " not shown"
                : "";
  }
  return text;
}

TEST(NcuDamage, losesThePartThatIsDamaged) {
  EXPECT_EQ(outcome("small"), "2 launches");
  EXPECT_EQ(outcome("cut-in-a-launch"), "1 launches, damaged_input 2");
  EXPECT_EQ(outcome("length-beyond-the-end"), "1 launches, damaged_input 1");
  EXPECT_EQ(outcome("launches-announced-only"), "1 launches");
  EXPECT_EQ(outcome("names-beyond-the-table"), "1 launches, damaged_input 9");
  EXPECT_EQ(outcome("no-launch"), "0 launches");
  EXPECT_EQ(outcome("launch-that-is-none"), "1 launches, damaged_input 1");
  EXPECT_EQ(outcome("header-that-is-none"), "1 launches, damaged_input 1");
  EXPECT_EQ(outcome("range-behind-its-launches"), "1 launches, 1 not shown");
}

TEST(NcuDamage, refusesAReportWithoutLaunches) {
  const auto document = openDocument(fixture("ncu_rep/no-launch.ncu-rep"));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, Error::Kind::NotATrace);
  EXPECT_THAT(document.error().message, mentions("ncu-report-without-launch", anyValue));
}

TEST(NcuDamage, endsWellWhereverAReportIsCut) {
  const std::string report = stored("small");
  for (std::size_t length = 0; length < report.size(); ++length) {
    static_cast<void>(ncu::readNcuBytes(report.substr(0, length)));
  }
}

TEST(NcuDamage, endsWellWhateverItsBytesAre) {
  const std::string report = stored("small");
  std::mt19937 random(7);
  for (int round = 0; round < 3'000; ++round) {
    std::string damaged = report;
    for (int i = 0; i < 4; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    static_cast<void>(ncu::readNcuBytes(damaged));
  }
}

TEST(NcuDamage, takesNoMoreThanItsBoundsOfEmptyStrings) {
  std::string table(2 * (ncu::maxReportStrings + 5), '\0');
  for (std::size_t i = 0; i < table.size(); i += 2) {
    table[i] = '\x0A';  // the first field, of no bytes
  }
  std::string header = "\x22";
  for (std::size_t length = table.size(); true; length >>= 7U) {
    header += static_cast<char>(length > 127 ? (length & 127U) | 128U : length);
    if (length <= 127) {
      break;
    }
  }
  header += table;
  std::string report{"NVR\0\2\0\0\0\x08\x07", 10};
  for (std::size_t i = 0; i < 4; ++i) {
    report += static_cast<char>(header.size() >> (8 * i) & 255U);
  }
  const ncu::ReportParts parts = ncu::cutReport(report + header);
  ASSERT_EQ(parts.stringTables.size(), 1U);
  EXPECT_EQ(parts.stringTables[0].size(), ncu::maxReportStrings);
  EXPECT_EQ(parts.leftOut, 5U);
}

TEST(NcuDamage, readsLinksOfRulesAsText) {
  EXPECT_EQ(ncu::withoutLinks("See @section:Occupancy:Occupancy@ and the @url:guide:https://a.b/c#d@."),
            "See Occupancy and the guide (https://a.b/c#d).");
  EXPECT_EQ(ncu::withoutLinks("mail a@b.c, @section:open"), "mail a@b.c, @section:open");
  EXPECT_EQ(ncu::withoutLinks("@source:k.cu:0:k.cu, line 1@"), "k.cu, line 1");
}

TEST(NcuGolden, dumpIsAsItWas) {
  const std::string path = fixture("ncu_rep/small.ncu-rep.golden");
  const std::string text = dumpLog(*ncu::readNcuBytes(stored("small")));
  if (std::getenv("KERNLINE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  EXPECT_EQ(text, readFile(path));
}

}  // namespace
}  // namespace kernline::test
