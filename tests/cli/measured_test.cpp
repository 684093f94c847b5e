// SPDX-License-Identifier: GPL-3.0-or-later
// What Nsight Compute measured, beside what is modeled.
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string profile() {
  return shared("formats/work/work_trace.json.gz");
}
std::string counters() {
  return shared("formats/work/work_counters.csv");
}

const json& operatorRow(const json& answer, std::string_view name) {
  const auto found =
      std::ranges::find_if(answer.at("rows"), [&](const json& row) { return row.at("operator") == name; });
  EXPECT_NE(found, answer.at("rows").end()) << name;
  return *found;
}

TEST(Measured, bytesOfAnOperatorAreThoseOfItsKernels) {
  const json answer = answerOf({"work", profile(), "--ncu", counters(), "--by", "op", "--json"});
  ASSERT_EQ(answer.at("reports").size(), 1U);
  const json& report = answer.at("reports")[0];
  EXPECT_EQ(report.at("launches"), 184);
  EXPECT_EQ(report.at("joined"), 184);
  EXPECT_EQ(report.at("ambiguous"), 0);
  double bytes = 0;
  for (const json& row : answer.at("rows")) {
    const json& measured = row.at("ncu");
    if (!measured.is_null() && !measured.at("dram_bytes").is_null()) {
      bytes += measured.at("dram_bytes").get<double>() * measured.at("calls").get<double>();
    }
  }
  // expected.json of the same files: all bytes read and written; means are whole
  EXPECT_NEAR(bytes, 3'915'918'080.0 + 651'393'280.0, 184);
  const json& layerNorm = operatorRow(answer, "aten::_fused_rms_norm").at("ncu");
  EXPECT_GT(layerNorm.at("dram_bytes"), 8'000'000);
  EXPECT_EQ(answerOf({"work", profile(), "--by", "op", "--json"}).at("rows")[0].at("ncu"), nullptr);
}

TEST(Measured, comparesTheMeansOfALaunchInEachTrace) {
  std::string other = readDecoded(counters());
  // Turns bytes read from DRAM into bytes that passed through L2.
  const auto rename = [&](std::string_view from, std::string_view to) {
    other.replace(other.find(from), from.size(), to);
  };
  rename("dram__bytes_read.sum", "kept");
  rename("lts__t_bytes.sum", "dram__bytes_read.sum");
  const TemporaryFile report(other, ".csv");
  const json answer =
      answerOf({"compare", profile(), profile(), "--ncu", counters(), "--ncu", report.path(), "--json"});
  EXPECT_EQ(answer.at("runs")[0].at("reports")[0].at("joined"), 184);
  EXPECT_EQ(answer.at("runs")[1].at("reports")[0].at("joined"), 184);
  double bytes = 0;
  std::size_t more = 0;
  for (const json& row : answer.at("rows")) {
    const json& base = row.at("runs")[0];
    if (base.contains("measured") && !base.at("measured").at("dram_bytes").is_null()) {
      const json& measured = base.at("measured");
      bytes += measured.at("dram_bytes").get<double>() * measured.at("launches").get<double>();
      more += row.at("runs")[1].at("measured").at("dram_bytes") > measured.at("dram_bytes") ? 1 : 0;
    }
  }
  EXPECT_NEAR(bytes, 3'915'918'080.0 + 651'393'280.0, 184);
  EXPECT_GT(more, 10U);
  const ProgramRun text = kernline({"compare", profile(), profile(), "--ncu", counters(), "--ncu", report.path()});
  EXPECT_THAT(text.out, HasSubstr("Hardware counters, mean per launch"));
  EXPECT_THAT(text.out, HasSubstr("DRAM traffic"));
  EXPECT_FALSE(answerOf({"compare", profile(), profile(), "--json"}).at("rows")[0].at("runs")[0].contains("measured"));
  const ProgramRun tooMany =
      kernline({"compare", profile(), profile(), "--ncu", counters(), "--ncu", counters(), "--ncu", counters()});
  EXPECT_EQ(tooMany.code, 2);
  EXPECT_THAT(tooMany.err, HasSubstr("3 reports for 2 traces"));
}

TEST(Measured, columnsStandBesideTheModeledOnesWhereThereIsAReport) {
  const ProgramRun with = kernline({"work", profile(), "--ncu", counters()});
  EXPECT_EQ(with.code, 0) << with.err;
  EXPECT_THAT(with.out, mentions("launches-match-kernels", anyValue, "184", "184"));
  EXPECT_THAT(with.out, HasSubstr("DRAM (ncu)"));
  EXPECT_THAT(kernline({"work", profile()}).out, Not(HasSubstr("(ncu)")));
}

TEST(Measured, aFolderOfAProfileAndItsReportNeedsNoOption) {
  const TemporaryFolder folder;
  folder.add("run.json", readDecoded(profile()));
  folder.add("counters.csv", readDecoded(counters()));
  folder.add("results.log", "nothing of interest\n");
  const json answer = answerOf({"work", folder.path(), "--by", "kernel", "--json"});
  EXPECT_EQ(answer.at("path"), folder / "run.json");
  ASSERT_EQ(answer.at("reports").size(), 1U);
  EXPECT_EQ(answer.at("reports")[0].at("path"), folder / "counters.csv");
  EXPECT_EQ(answer.at("reports")[0].at("joined"), 184);
}

TEST(Measured, whatIsNoReportIsRefused) {
  const ProgramRun run = kernline({"work", profile(), "--ncu", profile()});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, mentions("not-an-ncu-report-with-launches", anyValue));
}

}  // namespace
}  // namespace kernline::test
