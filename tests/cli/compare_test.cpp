// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
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
  EXPECT_THAT(text, HasSubstr("fwd_ms against pytorch: 63 shared cells"));
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

TEST(Compare, saysWhichRunFailed) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const ProgramRun run = kernline({"compare", seed("001")});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("✕ GatedDeltaNet, seq_len=1024, line 599: Error: CUDA out of memory"));
}

/// What a program that shares no code with Kernline says of the answer: independent_compare.py. Empty: nothing is
/// wrong.
std::string wrongWith(const std::vector<std::string>& traces) {
  std::vector<std::string> question{"compare", "--json"};
  question.insert(question.begin() + 1, traces.begin(), traces.end());
  const ProgramRun run = kernline(question);
  EXPECT_EQ(run.code, 0) << run.err;
  const TemporaryFile answer(run.out);
  std::vector<std::string> check{"python3", KERNLINE_SOURCE_DIR "/tests/cli/independent_compare.py", answer.path()};
  check.insert(check.end(), traces.begin(), traces.end());
  const ProgramRun checked = kernline(check, {.program = "/usr/bin/env"});
  return checked.code == 0 ? "" : checked.out + checked.err;
}

std::string wrongWith(const std::string& base, const std::string& other) {
  return wrongWith(std::vector{base, other});
}

TEST(CompareTraces, countsAsAnIndependentProgramDoes) {
  EXPECT_EQ(wrongWith(fixture("h200-attention-original.json.gz"), fixture("h200-attention-optimised.json.gz")), "");
  EXPECT_EQ(wrongWith(fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank1.json.gz")), "");
  EXPECT_EQ(wrongWith(fixture("torch-compare-base.json.gz"), fixture("torch-compare-other.json.gz")), "");
  EXPECT_EQ(wrongWith(fixture("torch-h100-docs-before.json"), fixture("torch-h100-docs-after.json")), "");
  EXPECT_EQ(wrongWith(fixture("h200-profiler-steps.json.gz"), fixture("h200-cuda-graph.json.gz")), "");
}

TEST(CompareTraces, countsPairsOfTheSharedCollectionAsAnIndependentProgramDoes) {
  for (const char* length : {"256", "512", "1024"}) {
    EXPECT_EQ(wrongWith(shared(std::string("h200/Softmax_seq") + length + "_trace.json.gz"),
                        shared(std::string("h200/Flash_seq") + length + "_trace.json.gz")),
              "");
  }
  EXPECT_EQ(wrongWith(shared("h200/ddp_rank0.pt.trace.json.gz"), shared("h200/ddp_rank1.pt.trace.json.gz")), "");
}

TEST(CompareTraces, countsThreeRunsAsAnIndependentProgramDoes) {
  EXPECT_EQ(wrongWith({fixture("h200-attention-original.json.gz"), fixture("h200-attention-optimised.json.gz"),
                       fixture("h200-profiler-steps.json.gz")}),
            "");
}

/// The figure of a matrix where a row and a column meet.
double cellOf(const nlohmann::json& view, const std::string& row, const std::string& column) {
  for (std::size_t r = 0; r < view["row_values"].size(); ++r) {
    for (std::size_t c = 0; c < view["column_values"].size(); ++c) {
      if (view["row_values"][r] == row && view["column_values"][c] == column) {
        return view["cells"][r][c]["value"];
      }
    }
  }
  return std::nan("");
}

TEST(CompareTraces, laysTracesOutByModelAndLength) {
  const std::string softmax = shared("h200/Softmax_seq256_trace.json.gz");
  const std::string flash = shared("h200/Flash_seq512_trace.json.gz");
  const auto matrix =
      answerOf({"compare", softmax, shared("h200/Softmax_seq512_trace.json.gz"),
                shared("h200/Flash_seq256_trace.json.gz"), flash, "--matrix", "--metric", "time", "--json"});
  const auto pair = answerOf({"compare", softmax, flash, "--json"});
  const auto stepOf = [&](int run) {
    const auto& steps = pair["runs"][run]["steps"];
    return steps["wall_ns"].get<double>() / steps["count"].get<double>();
  };
  EXPECT_NEAR(cellOf(matrix["views"][0], "Softmax", "256"), stepOf(0), 1);
  EXPECT_NEAR(cellOf(matrix["views"][0], "Flash", "512"), stepOf(1), 1);
  const auto named = answerOf({"compare", softmax, flash, "--matrix", "--pattern", "{model}_seq{length}_trace",
                               "--metric", "kernels", "--json"});
  EXPECT_EQ(named["views"][0]["columns"], "length");
}

TEST(CompareTraces, splitsChangesIntoPartsThatAddUp) {
  const std::string softmax = shared("h200/Softmax_seq256_trace.json.gz");
  const std::string flash = shared("h200/Flash_seq256_trace.json.gz");
  const auto plain = answerOf({"compare", softmax, flash, "--json"});
  const auto answer = answerOf({"compare", softmax, flash, "--why", "--json"});
  ASSERT_EQ(answer["rows"].size(), plain["rows"].size());
  const auto sumOf = [](const auto& change) {
    std::int64_t sum = 0;
    for (const char* part : {"calls_ns", "work_ns", "efficiency_ns", "unmodelled_ns"}) {
      sum += change[part].template get<std::int64_t>();
    }
    return sum;
  };
  std::size_t measured = 0;
  for (const auto& row : answer["rows"]) {
    EXPECT_EQ(sumOf(row["changes"][0]), row["delta_ns"]) << row["name"];
    measured += row["changes"][0]["measure"] == "roofline" ? 1 : 0;
  }
  EXPECT_GT(measured, 5U);
  for (const auto& reason : answer["differences"][0]["why"]["reasons"]) {
    EXPECT_EQ(sumOf(reason["change"]), reason["other_ns"].get<std::int64_t>() - reason["base_ns"].get<std::int64_t>());
  }
  EXPECT_FALSE(plain["rows"][0].contains("changes")) << "only who asks waits for it";
  EXPECT_FALSE(plain["differences"][0].contains("why"));
  const std::string text = kernline({"compare", softmax, flash, "--why"}).out;
  EXPECT_THAT(text, HasSubstr("Why GPU time per step changed"));
  EXPECT_THAT(text, HasSubstr("fewer bytes"));
  EXPECT_THAT(kernline({"compare", softmax, flash, "--why", "--markdown"}).out, HasSubstr("| efficiency |"));
  EXPECT_THAT(kernline({"compare", softmax, flash, "--why", "--csv"}).out, HasSubstr("efficiency_ns"));
  EXPECT_EQ(kernline({"compare", "--series", softmax, flash, "--why"}).code, 2);
  const auto matrix = answerOf(
      {"compare", softmax, flash, "--matrix", "--why", "--metric", "FLOP rate", "--rows", "subject", "--json"});
  EXPECT_EQ(matrix["views"][0]["metric"], "FLOP rate");
}

TEST(CompareTraces, findsTheRunOfASeriesThatIsSlower) {
  const std::string fast = fixture("h200-attention-optimised.json.gz");
  const std::string slow = fixture("h200-attention-original.json.gz");
  const auto answer = answerOf({"compare", "--series", fast, fast, fast, slow, "--json"});
  ASSERT_EQ(answer["changes"].size(), 1U);
  EXPECT_EQ(answer["changes"][0]["run"], 3);
  EXPECT_GT(answer["changes"][0]["ratio"], 1);
  EXPECT_EQ(kernline({"compare", "--series", fast, fast, slow, "--fail-above", "5"}).code, 5);
  EXPECT_EQ(kernline({"compare", "--series", fast, fast, fast, "--fail-above", "5"}).code, 0);
  const TemporaryFolder folder;
  EXPECT_EQ(kernline({"compare", "--series", fast, slow, "--fail-above", "5", "--html", folder / "series.html"}).code,
            5);
  EXPECT_THAT(kernline({"compare", "--series", fast, fast, "--markdown"}).out, HasSubstr("No significant change"));
  EXPECT_THAT(kernline({"compare", "--series", fast, slow}).out, HasSubstr("from run 2 on"));
  for (const char* style : {"--markdown", "--limit=1"}) {
    EXPECT_THAT(kernline({"compare", "--series", fast, slow, style}).out, HasSubstr("95 % interval")) << style;
  }
}

TEST(CompareTraces, saysWhoIsFasterAndWhy) {
  const auto answer = answerOf(
      {"compare", fixture("h200-attention-original.json.gz"), fixture("h200-attention-optimised.json.gz"), "--json"});
  EXPECT_EQ(answer["verdict"]["faster"], "other");
  EXPECT_GT(answer["verdict"]["confidence"], 0.999);
  EXPECT_EQ(answer["runs"][0]["steps"]["count"], 49);
  EXPECT_EQ(answer["waterfall"]["parts"][0]["kind"], "busy");
  const auto same = answerOf(
      {"compare", fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank0.json.gz"), "--by", "family", "--json"});
  EXPECT_EQ(same["verdict"]["faster"], "neither");
  EXPECT_EQ(same["waterfall"]["delta_ns"], 0);
}

TEST(CompareTraces, failsAPipelineOnlyBeyondTheNoise) {
  const std::string fast = fixture("h200-attention-optimised.json.gz");
  const std::string slow = fixture("h200-attention-original.json.gz");
  const ProgramRun slower = kernline({"compare", fast, slow, "--fail-above", "5"});
  EXPECT_EQ(slower.code, 5);
  EXPECT_THAT(slower.err, HasSubstr("slower than h200-attention-optimised.json.gz"));
  EXPECT_EQ(kernline({"compare", slow, fast, "--fail-above", "5"}).code, 0);
  EXPECT_EQ(kernline({"compare", slow, slow, "--fail-above", "5"}).code, 0);
}

TEST(CompareTraces, writesTextCsvAndMarkdown) {
  const std::string base = fixture("h200-attention-original.json.gz");
  const std::string other = fixture("h200-attention-optimised.json.gz");
  EXPECT_THAT(kernline({"compare", base, other}).out, HasSubstr("total per step"));
  EXPECT_THAT(kernline({"compare", base, other, "--csv"}).out, HasSubstr(",only_base,50,"));
  EXPECT_THAT(kernline({"compare", base, other, "--markdown", "--by", "family"}).out, HasSubstr("| **total** |"));
}

TEST(CompareTraces, standBesideThePrintedTableOfTheSameRun) {
  // The table was printed of what the trace holds, to the microsecond.
  const auto answer =
      answerOf({"compare", shared("h200/ring_rank0.pt.trace.json.gz"), shared("h200/ring_table_g0.log"), "--json"});
  std::size_t kernels = 0;
  for (const auto& row : answer["rows"]) {
    if (row["kind"] == "kernel") {
      ++kernels;
      EXPECT_EQ(row["status"], "both") << row["name"];
      EXPECT_LT(std::abs(row["delta_ns"].get<double>()), 1000) << row["name"];
      EXPECT_EQ(row["runs"][0]["count"], row["runs"][1]["count"]);
    }
  }
  EXPECT_GE(kernels, 3U);
}

/// Two runs and their figures, of which the second saved the trace.
std::string printedRuns() {
  std::string text;
  for (const auto& [model, saved] : {std::pair{"slow", "a/slow.json"}, {"fast", "a/h200-attention-original.json"}}) {
    text += std::string("[") + model + "] seq_len=256\n" + R"(
-------------------------  ------------  ------------  ------------
                     Name      Self CPU     Self CUDA    # of Calls
-------------------------  ------------  ------------  ------------
           aten::_softmax     208.346us      54.133ms            50
-------------------------  ------------  ------------  ------------
Self CPU time total: 279.956ms
Self CUDA time total: 279.053ms

  Trace saved:  )" +
            saved + "\n  Peak Memory: 100.0 MB\n\n";
  }
  return text;
}

TEST(CompareTraces, standBesideTheTableThatTheLogSavedThemBehind) {
  const TemporaryFile log(printedRuns(), ".log");
  const std::string trace = fixture("h200-attention-original.json.gz");
  const auto answer = answerOf({"compare", trace, log.path(), "--json"});
  ASSERT_EQ(answer["runs"].size(), 2U);
  EXPECT_EQ(answer["runs"][1]["name"], "fast, seq_len=256");
  EXPECT_NEAR(answer["verdict"]["ratio"].get<double>(), 1, 1e-4) << "one recording";
  std::size_t unknown = 0;
  for (const auto& row : answer["rows"]) {
    unknown += row["delta_ns"].is_null() ? 1 : 0;
    EXPECT_EQ(row["delta_ns"].is_null(), row["name"] != "aten::_softmax") << row["name"];
  }
  EXPECT_GT(unknown, 3U) << "what the table does not list has no delta";
  const std::string text = kernline({"compare", trace, log.path()}).out;
  EXPECT_THAT(text, HasSubstr("h200-attention-original.json.gz goes with table 3, fast, seq_len=256 ("));
  EXPECT_THAT(text, HasSubstr("by host time 280.0 ms / 280.0 ms = 1.00×"));
  EXPECT_THAT(text, testing::Not(HasSubstr("Peak Memory"))) << "no matrices, which nobody asked for";
  EXPECT_THAT(kernline({"compare", trace, log.path(), "--tables", "1,2"}).out, testing::Not(HasSubstr("Peak Memory")));
  const std::string both = kernline({"compare", trace, log.path(), "--tables", "1,2", "--matrix"}).out;
  EXPECT_THAT(both, HasSubstr("device time of slow, seq_len=256 against h200-attention-original.json.gz"));
  EXPECT_THAT(both, HasSubstr("by model"));
}

TEST(CompareTraces, listTheTablesWhereNoneCanBeToldToBeTheirs) {
  const TemporaryFile log(printedRuns(), ".log");
  const ProgramRun run = kernline({"compare", fixture("h200-ring-rank0.json.gz"), log.path()});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, testing::StartsWith("3 profiler tables; compare two with --tables, e.g. --tables 1,2:\n  1: the "
                                           "trace h200-ring-rank0.json.gz\n  2: slow, seq_len=256, "));
  EXPECT_THAT(run.err, HasSubstr("compare two with --tables"));
}

TEST(CompareTraces, standBesideTheirTablesOfTheSharedCollection) {
  const std::string log = shared("h200/experiment.log");
  for (const auto& [trace, name] : {std::pair{"Softmax_seq1024", "Softmax, seq_len=1024"},
                                    {"GatedDeltaNet_seq256", "GatedDeltaNet, seq_len=256"},
                                    {"Linear_seq512", "Linear, seq_len=512"},
                                    {"opt", "opt"}}) {
    const auto answer = answerOf({"compare", shared(std::string("h200/") + trace + "_trace.json.gz"), log, "--json"});
    ASSERT_EQ(answer["runs"].size(), 2U) << trace;
    EXPECT_THAT(answer["runs"][1]["name"].get<std::string>(), testing::StartsWith(name));
    for (const auto& speedUp : answer["speedups"]) {
      EXPECT_NEAR(speedUp["value"].get<double>(), 1, 2e-4) << trace << speedUp["by"];
    }
    for (const auto& row : answer["rows"]) {  // the same run: there are no deltas but of what torch counts otherwise
      const bool isKernel = row["kind"] == "kernel" && !row["delta_ns"].is_null();
      EXPECT_TRUE(!isKernel || std::abs(row["delta_ns"].get<double>()) <= 1000) << trace << row["name"];
    }
  }
}

TEST(CompareTraces, explainTheChangeOfThePeakOfMemoryInBytesThatAddUp) {
  const std::string base = fixture("h200-attention-original.json.gz");
  const std::string other = fixture("h200-attention-optimised.json.gz");
  const auto answer = answerOf({"compare", base, other, "--json"});
  const auto& peak = answer["memory_peak"];
  EXPECT_EQ(peak["base_bytes"], answer["runs"][0]["memory"]["peak_allocated_bytes"]);
  EXPECT_EQ(peak["other_bytes"], answer["runs"][1]["memory"]["peak_allocated_bytes"]);
  auto at = peak["base_bytes"].get<std::int64_t>();
  for (const auto& part : answer["memory"]) {
    at += part["delta_bytes"].get<std::int64_t>();
  }
  EXPECT_EQ(at, peak["other_bytes"].get<std::int64_t>());
  EXPECT_NE(peak["delta_bytes"], 0);
  EXPECT_EQ(answer["differences"][0]["memory_peak"], peak);
  const TemporaryFile page("", ".html");
  ASSERT_EQ(kernline({"compare", base, other, "--html", page.path()}).code, 0);
  const std::string report = readFile(page.path());
  EXPECT_THAT(report, HasSubstr("baseline: peak allocated"));
  EXPECT_THAT(report, HasSubstr("other: peak reserved"));
  const auto without = answerOf({"compare", fixture("h200-ring-rank0.json.gz"), base, "--json"});
  EXPECT_TRUE(without["memory_peak"].is_null());
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
  EXPECT_THAT(text, HasSubstr("clocks locked to base"));
  EXPECT_THAT(kernline({"compare", trace, report, "--csv"}).out, HasSubstr(",launch_delta_ns,launch_ratio,"));
  EXPECT_EQ(answerOf({"compare", trace, report, "--json", "--time", "device"})["time"], "device");
}

TEST(Compare, saysWhatNcuHasToRecord) {
  const std::string report = fixture("ncu/step-no-duration.csv");
  for (const std::string& other : {fixture("ncu/step.json.gz"), fixture("ncu/step-details.csv")}) {
    const ProgramRun run = kernline({"compare", other, report});
    EXPECT_EQ(run.code, 1) << "no made-up times";
    EXPECT_THAT(run.err, HasSubstr("--metrics gpu__time_duration.sum"));
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
