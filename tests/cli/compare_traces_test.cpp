// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

/// Checks the answer with a program that shares no code with Kernline: independent_compare.py. Empty: nothing is wrong.
std::string wrongWith(const std::vector<std::string>& traces) {
  std::vector<std::string> question{"compare", "--json", "--by=name"};
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
    return steps["duration_ns"].get<double>() / steps["count"].get<double>();
  };
  EXPECT_NEAR(cellOf(matrix["views"][0], "Softmax", "256"), stepOf(0), 1);
  EXPECT_NEAR(cellOf(matrix["views"][0], "Flash", "512"), stepOf(1), 1);
  const auto named = answerOf({"compare", softmax, flash, "--matrix", "--pattern", "{model}_seq{length}_trace",
                               "--metric", "kernels", "--json"});
  EXPECT_EQ(named["views"][0]["columns"], "length");
  const auto counts = answerOf({"query", softmax, "SELECT count(*) AS n FROM kernels", "--json"});
  EXPECT_EQ(cellOf(named["views"][0], "Softmax", "256") * 2, counts["rows"][0]["n"].get<double>())
      << "two steps, without memcpys and memsets";
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

TEST(CompareTraces, givesTheSameFileTheSameFiguresInASeries) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json runs = answerOf({"compare", "--series", file, file, "--json"}).at("runs");
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_NE(runs[0].at("without_profiler").at("step_ns"), runs[0].at("step_ns"));
  EXPECT_EQ(runs[0], runs[1]);
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
  EXPECT_THAT(kernline({"compare", "--series", fast, fast, "--markdown"}).out, mentions("no-significant-change"));
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
  EXPECT_EQ(answer["runs"][0]["steps"]["count"], 50);
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

/// A trace of steps whose kernel takes these times, in µs.
std::string stepsOf(const std::vector<int>& lengths) {
  std::string events;
  int now = 1000;
  int id = 0;
  for (const int length : lengths) {
    ++id;
    events += fmt::format(
        R"({{"ph":"X","cat":"user_annotation","name":"ProfilerStep#{0}","pid":1,"tid":1,"ts":{1},"dur":{2}}},)"
        R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{3},"dur":5,)"
        R"("args":{{"correlation":{0}}}}},{{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":{4},)"
        R"("dur":{5},"args":{{"device":0,"stream":7,"correlation":{0}}}}},)",
        id, now, length + 50, now + 1, now + 10, length);
    now += length + 50;
  }
  events.pop_back();
  return R"({"traceEvents":[)" + events + "]}";
}

TEST(CompareTraces, failNoPipelineOnWhatMayBeNoise) {
  const TemporaryFile base(stepsOf({100, 140, 90, 130}));
  const TemporaryFile other(stepsOf({130, 100, 170, 160}));
  const ProgramRun run = kernline({"compare", base.path(), other.path(), "--fail-above", "5"});
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.err, HasSubstr("may be noise, so --fail-above 5 does not fail"));
  const TemporaryFile slow(stepsOf({300, 310, 305, 300}));
  EXPECT_EQ(kernline({"compare", base.path(), slow.path(), "--fail-above", "5"}).code, 5);
}

TEST(CompareTraces, takeTheBaselineThatWasRecordedFirst) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, std::int64_t start) {
    std::string text = stepsOf({100, 101, 100, 101});
    text.insert(1, fmt::format("\"baseTimeNanoseconds\": {},", start));
    std::ofstream(folder / name) << text;
  };
  write("a.json", 1'700'000'100'000'000'000);
  write("b.json", 1'700'000'000'000'000'000);
  const ProgramRun found = kernline({"compare", folder.path()});
  EXPECT_THAT(found.err, testing::AllOf(HasSubstr("b.json (recorded first)"), HasSubstr("--baseline")));
  write("b.json", 1'700'000'100'000'000'000);
  EXPECT_THAT(kernline({"compare", folder.path()}).err, HasSubstr("neither names nor times tell"));
  std::ofstream(folder / "before.json") << stepsOf({200, 201, 200, 201});
  EXPECT_THAT(kernline({"compare", folder.path()}).err, HasSubstr("before.json (by its name)"));
  const ProgramRun given = kernline({"compare", folder / "a.json", folder / "before.json"});
  EXPECT_THAT(given.err, testing::AllOf(HasSubstr("a.json (given first)"), HasSubstr("before.json")));
}

TEST(CompareTraces, takeTheBaselineThatIsNamed) {
  const TemporaryFolder folder;
  std::ofstream(folder / "after.json") << stepsOf({100, 101, 100, 101});
  std::ofstream(folder / "before.json") << stepsOf({200, 201, 200, 201});
  const std::string after = folder / "after.json";
  const std::string before = folder / "before.json";
  EXPECT_EQ(answerOf({"compare", after, before, "--json"})["verdict"]["faster"], "base") << "in the order given";
  EXPECT_EQ(answerOf({"compare", after, before, "--baseline", "before", "--json"})["verdict"]["faster"], "other");
  EXPECT_EQ(answerOf({"compare", after, before, "--baseline", "before.json", "--json"})["verdict"]["faster"], "other");
  const ProgramRun unknown = kernline({"compare", after, before, "--baseline", "main"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no compared file is called \"main\""));
}

TEST(CompareTraces, refuseStepsThatAreNotThere) {
  const TemporaryFile trace(stepsOf({100, 101, 100}));
  const ProgramRun run = kernline({"compare", trace.path(), trace.path(), "--steps-by", "train_step"});
  EXPECT_NE(run.code, 0);
  EXPECT_THAT(run.err, mentions("no-such-steps-with-gpu-work", "train_step"));
}

TEST(CompareTraces, compareOperatorsOfTheHostWithoutGpuWork) {
  const auto trace = [](int duration) {
    return fmt::format(
        R"({{"traceEvents":[{{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":{}}},)"
        R"({{"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":900,"dur":5}}]}})",
        duration);
  };
  const TemporaryFile before(trace(90));
  const TemporaryFile after(trace(60));
  const auto answer = answerOf({"compare", before.path(), after.path(), "--json"});
  const auto row = std::ranges::find_if(answer["rows"], [](const auto& each) { return each["name"] == "aten::mm"; });
  ASSERT_NE(row, answer["rows"].end());
  EXPECT_EQ(kernline({"compare", before.path(), after.path(), "--why"}).code, 2);
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
  EXPECT_THAT(text, HasSubstr("h200-attention-original.json.gz matches table 3, fast, seq_len=256 ("));
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

}  // namespace
}  // namespace kernline::test
