// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

const TemporaryFile& summary() {
  static const TemporaryFile file(
      "model,seq_len,step_ms,peak_mb\nSoftmax,256,5.0,100\nFlash,256,4.0,80\nSoftmax,512,20.0,400\nFlash,512,8.0,160\n"
      "Softmax,1024,80.0,1600\nFlash,1024,16.0,320\n",
      ".csv");
  return file;
}

TEST(Compare, answersAMatrixWithScaling) {
  const auto answer = answerOf({"compare", summary().path(), "--metric", "step_ms", "--baseline", "Softmax", "--json"});
  ASSERT_EQ(answer["views"].size(), 1U);
  const auto& view = answer["views"][0];
  EXPECT_EQ(view["rows"], "subject");
  EXPECT_EQ(view["columns"], "seq_len");
  EXPECT_EQ(view["column_values"], nlohmann::json({"256", "512", "1024"}));
  EXPECT_DOUBLE_EQ(view["cells"][1][2]["value"], 16e6);
  EXPECT_DOUBLE_EQ(view["cells"][1][2]["ratio"], 0.2);
  EXPECT_TRUE(view["cells"][1][2]["best"]);
  EXPECT_NEAR(view["scaling"][0]["exponent"], 2, 1e-9);
  EXPECT_NEAR(view["scaling"][1]["exponent"], 1, 1e-9);
}

TEST(Compare, choosesByNameAndRefusesWhatIsNotThere) {
  const ProgramRun text =
      kernline({"compare", summary().path(), "--metric", "peak_mb", "--where", "seq_len=512", "--columns", "subject"});
  EXPECT_EQ(text.code, 0) << text.err;
  const ProgramRun metric = kernline({"compare", summary().path(), "--metric", "speed"});
  EXPECT_EQ(metric.code, 2);
  EXPECT_THAT(metric.err, HasSubstr("step_ms"));
  const ProgramRun baseline = kernline({"compare", summary().path(), "--baseline", "Linear"});
  EXPECT_EQ(baseline.code, 2);
  EXPECT_THAT(baseline.err, HasSubstr("Softmax"));
  EXPECT_EQ(kernline({"compare", summary().path(), "--tables", "7"}).code, 2);
}

std::string flashRecords() {
  return shared("formats/records/flash_attention_benchmark.csv");
}

TEST(Compare, SaysWhatIsBeyondTheLimitsOfALog) {
  std::string lines;
  for (int i = 0; i < 1030; ++i) {
    lines +=
        fmt::format("{{\"model\": \"m{}\", \"batch\": {}, \"k{}\": 1, \"time_ms\": {}}}\n", i % 2, i % 5 + 1, i, i % 7);
  }
  const TemporaryFile records(lines, ".jsonl");
  const ProgramRun compared = kernline({"compare", records.path()});
  EXPECT_EQ(compared.code, 0);
  EXPECT_THAT(compared.err,
              HasSubstr(phrase("records-with-other-keys") + " (6); see kernline summary " + records.path()));
  EXPECT_EQ(kernline({"compare", summary().path()}).err, "");
}

TEST(Compare, comparesImplementationsOverAllSharedCells) {
  const auto answer = answerOf(
      {"compare", flashRecords(), "--by", "seq_len", "--for", "implementation", "--metric", "fwd_ms", "--json"});
  ASSERT_EQ(answer["models"].size(), 1U);
  const auto& models = answer["models"][0];
  EXPECT_EQ(models["baseline"], "pytorch");
  EXPECT_EQ(models["cells"], 63);
  EXPECT_NEAR(models["speedups"][1]["most"], 70.69727205623609, 1e-6);
  ASSERT_EQ(answer["views"].size(), 1U);
  const auto& view = answer["views"][0];
  EXPECT_EQ(view["rows"], "implementation");
  EXPECT_EQ(view["columns"], "seq_len");
  for (const auto& row : view["cells"]) {
    for (const auto& cell : row) {
      EXPECT_LE(cell.value("values", nlohmann::json::array()).size(), 1U) << "a cell is one measurement";
    }
  }
}

TEST(Compare, findsAMetricByTheColumnItWasReadFrom) {
  const auto answer = answerOf({"compare", flashRecords(), "--metric", "triton_fwd_ms", "--rows", "d_model", "--json"});
  EXPECT_EQ(answer["views"][0]["fixed"]["implementation"], "triton");
  const auto records = shared("formats/records/attention_benchmark.jsonl");
  const auto lines =
      answerOf({"compare", records, "--by", "seq_len", "--for", "backend", "--metric", "fwd_ms", "--json"});
  EXPECT_EQ(lines["views"][0]["fixed"]["pass"], "forward");
  EXPECT_EQ(lines["views"][0]["rows"], "subject");
}

TEST(Compare, writesTheComparisonOfModelsInEveryForm) {
  const std::string markdown = kernline({"compare", flashRecords(), "--for", "implementation", "--markdown"}).out;
  EXPECT_THAT(markdown, HasSubstr("| implementation | cells | geometric mean |"));
  const std::string csv = kernline({"compare", flashRecords(), "--for", "implementation", "--csv"}).out;
  EXPECT_THAT(csv, HasSubstr("from,to,best,won,of,against the next"));
  const std::string text = kernline({"compare", flashRecords(), "--for", "implementation"}).out;
  EXPECT_THAT(text, HasSubstr("fwd_ms against pytorch: 63 comparable cases"));
  EXPECT_EQ(kernline({"compare", flashRecords(), "--for", "colour"}).code, 2);
  EXPECT_EQ(kernline({"compare", flashRecords(), "--for", "dtype", "--rows", "dtype"}).code, 2);
}

TEST(Compare, writesCsvAndMarkdownOfTheSameCells) {
  const std::string csv = kernline({"compare", summary().path(), "--metric", "step_ms", "--csv"}).out;
  EXPECT_THAT(csv, HasSubstr("step_ms,ns,,subject,Flash,seq_len,1024,value,16000000,16000000,16000000,1,"));
  const std::string markdown = kernline({"compare", summary().path(), "--metric", "step_ms", "--markdown"}).out;
  EXPECT_THAT(markdown, HasSubstr("**16.00**"));
}

TEST(Compare, writesAReportThatNeedsNothingElse) {
  const std::string path = std::filesystem::path{testing::TempDir()} / "kernline-compare.html";
  const ProgramRun run = kernline({"compare", summary().path(), "--html", path});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const std::string page = readFile(path);
  std::filesystem::remove(path);
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("Flash"));
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("://"), std::string::npos);
  EXPECT_EQ(kernline({"compare", summary().path(), "--html", summary().path()}).code, 1) << "over its own source";
}

TEST(Compare, putsTheTwoTablesOfALogSideBySide) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const auto answer = answerOf({"compare", seed("004"), "--json"});
  ASSERT_EQ(answer["runs"].size(), 2U);
  EXPECT_EQ(answer["runs"][1]["busy_ns"], 587'351'000);
  EXPECT_EQ(answer["verdict"]["faster"], "opt");
  EXPECT_NEAR(answer["verdict"]["ratio"], 8.555, 0.001);
  bool foundFlash = false;
  for (const auto& row : answer["rows"]) {
    if (row["name"] == "flash_attentionv2_kernel") {
      foundFlash = true;
      EXPECT_EQ(row["status"], "only_other");
      EXPECT_EQ(row["runs"][1]["total_ns"], 444'920'000);
      EXPECT_EQ(row["runs"][1]["count"], 100);
    }
  }
  EXPECT_TRUE(foundFlash);
}

TEST(Compare, leavesOutRowsThatNoTableHasTimeOf) {
  const ProgramRun run =
      kernline({"compare", shared("h200/gpt_stack_trace.json.gz"), shared("h200/gpt_table.txt"), "--limit", "0"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.find("-0.0 %"), std::string::npos);
  EXPECT_NE(run.out.find(" rows without device time not shown; --json has them\n"), std::string::npos) << run.out;
}

TEST(Compare, saysWhichRunFailed) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const ProgramRun run = kernline({"compare", seed("001")});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("✕ GatedDeltaNet, seq_len=1024, line 599: Error: CUDA out of memory"));
}

TEST(Compare, saysWhatBecomesOfTracesBesideLogsWithoutAProfilerTable) {
  const std::string trace = fixture("h200-attention-original.json.gz");
  const ProgramRun metrics = kernline({"compare", summary().path(), trace});
  EXPECT_EQ(metrics.code, 0);
  EXPECT_THAT(metrics.err, HasSubstr("is a trace, but the logs have no profiler table to compare with"));
  const ProgramRun memory = kernline({"compare", fixture("memory/training-protocol-4.pickle"), trace});
  EXPECT_EQ(memory.code, 1);
  EXPECT_THAT(memory.err, HasSubstr("contains only memory data; use kernline memory"));
}

TEST(Compare, holdsAReportOfNcuAgainstATrace) {
  const std::string trace = fixture("ncu/step.json.gz");
  const std::string report = fixture("ncu/step-details.csv");
  const auto answer = answerOf({"compare", trace, report, "--json"});
  EXPECT_EQ(answer["time"], "launch");
  EXPECT_EQ(answer["rows"].size(), 6U);
  for (const auto& row : answer["rows"]) {
    EXPECT_EQ(row["status"], "both") << row["name"];
    EXPECT_EQ(row["runs"][0]["count"], 3);
    EXPECT_EQ(row["runs"][1]["count"], 2);
    const double each = row["runs"][1]["total_ns"].get<double>() / 2 - row["runs"][0]["total_ns"].get<double>() / 3;
    EXPECT_NEAR(row["delta_ns"].get<double>(), each, 1) << row["name"];
  }
  const std::string text = kernline({"compare", trace, report}).out;
  EXPECT_THAT(text, HasSubstr("average device time per launch of Nsight Compute against step.json.gz"));
  EXPECT_THAT(text, mentions("ncu-runs-kernels-alone"));
  EXPECT_THAT(kernline({"compare", trace, report, "--csv"}).out, HasSubstr(",launch_delta_ns,launch_ratio,"));
  EXPECT_EQ(answerOf({"compare", trace, report, "--json", "--time", "device"})["time"], "device");
}

TEST(Compare, saysWhatNcuHasToRecord) {
  const std::string report = fixture("ncu/step-no-duration.csv");
  for (const std::string& other : {fixture("ncu/step.json.gz"), fixture("ncu/step-details.csv")}) {
    const ProgramRun run = kernline({"compare", other, report});
    EXPECT_EQ(run.code, 1) << "no made-up times";
    EXPECT_THAT(run.err, mentions("ncu-report-without-durations", anyValue));
  }
}

TEST(Compare, endsWith1WhereThereIsNothingToCompare) {
  const ProgramRun trace = kernline({"compare", fixture("h200-ring-rank0.json.gz")});
  EXPECT_EQ(trace.code, 1);
  EXPECT_THAT(trace.err, HasSubstr("add a second trace"));
  const TemporaryFile lonely("Peak Memory: 12.5 MB\n", ".log");
  EXPECT_EQ(kernline({"compare", lonely.path()}).code, 1);
}

}  // namespace
}  // namespace kernline::test
