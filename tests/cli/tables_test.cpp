// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string sweep() {
  return fixture("logs/attention-sweep.log");
}

TEST(Tables, areOneJsonDocumentInBaseUnits) {
  const json answer = answerOf({"tables", sweep(), "--json"});
  ASSERT_EQ(answer["tables"].size(), 1U);
  const json& table = answer["tables"][0];
  EXPECT_EQ(table["kind"], "torch");
  EXPECT_EQ(table["title"], "[Dense] seq_len=256");
  EXPECT_EQ(table["subject"], "Dense");
  EXPECT_EQ(table["parameters"]["seq_len"], 256);
  EXPECT_EQ(table["rank"], json{});
  EXPECT_EQ(table["columns"][2], (json{{"name", "Self CPU"}, {"unit", "ns"}, {"type", "number"}}));
  EXPECT_EQ(table["rows"][0], (json{"aten::mm", 0.75, 3'000'000, 2'000'000, 10}));
  EXPECT_EQ(table["totals"], (json{{"Self CPU time total", 4'000'000}, {"Self CUDA time total", 2'500'000}}));
  EXPECT_EQ(table["row_facts"][1]["kind"], "kernel");
  EXPECT_EQ(table["self_device_ns"]["kernels"], 2'000'000);
  EXPECT_EQ(answer["issues"], json::array());
}

TEST(Tables, comeWithMeasurementsFailuresAndFiles) {
  const json answer = answerOf({"tables", sweep(), "--json"});
  const json& first = answer["metrics"][0];
  EXPECT_EQ(first["section"], "Test 1: speed");
  EXPECT_EQ(first["subject"], "Dense");
  EXPECT_EQ(first["parameters"], (json{{"序列长度", 128}}));
  EXPECT_EQ(first["parameter_keys"], (json{{"序列长度", "seq_len"}}));
  EXPECT_EQ(first["value"], 1'500'000);
  EXPECT_EQ(first["error"], 250'000);
  EXPECT_EQ(first["unit"], "ns");
  ASSERT_EQ(answer["failures"].size(), 1U);
  EXPECT_EQ(answer["failures"][0]["subject"], "Sparse");
  EXPECT_EQ(answer["failures"][0]["parameters"]["序列长度"], 256);
  ASSERT_EQ(answer["traces"].size(), 2U);
  EXPECT_EQ(answer["traces"][0]["path"], "./traces/dense_256.json");
  EXPECT_EQ(answer["traces"][0]["found"], false);
  EXPECT_EQ(answer["traces"][1]["kind"], "summary");
}

TEST(Tables, ofAllLogsOfAnArchiveCarryTheNameOfTheirMember) {
  const std::string table = "| name | time |\n|---|---|\n| a | 1 ms |\n| b | 2 ms |\n";
  const TemporaryFile archive(archived({{"rank0/train.log", table}, {"rank1/train.log", table}}, "zip"), ".zip");
  const json answer = answerOf({"tables", archive.path(), "--json"});
  ASSERT_EQ(answer["files"].size(), 2U);
  EXPECT_EQ(answer["files"][1]["path"], archive.path() + "/rank1/train.log");
  ASSERT_EQ(answer["tables"].size(), 2U);
  EXPECT_EQ(answer["tables"][1]["file"], 1);
  const json one = answerOf({"tables", archive.path() + "/rank1/train.log", "--json"});
  EXPECT_EQ(one["tables"].size(), 1U);
}

TEST(Tables, findTheTraceBesideTheLog) {
  const TemporaryFile trace("{\"traceEvents\":[]}", ".json");
  const TemporaryFile log("  Trace saved: ./somewhere/" + trace.path().substr(trace.path().rfind('/') + 1) + "\n",
                          ".log");
  const json answer = answerOf({"tables", log.path(), "--json"});
  EXPECT_EQ(answer["traces"][0]["found"], true);
  EXPECT_EQ(answer["traces"][0]["found_path"], trace.path());
}

TEST(Tables, ofStandardInputAreTheSame) {
  const json file = answerOf({"tables", sweep(), "--json"});
  const json piped = answerOf({"tables", "-", "--json"}, {.input = readFile(sweep())});
  EXPECT_EQ(piped["tables"], file["tables"]);
  EXPECT_EQ(piped["metrics"], file["metrics"]);
}

TEST(Tables, asTextSayTheMostImportantThings) {
  const ProgramRun run = kernline({"tables", sweep()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("aten::mm"));
  EXPECT_THAT(run.out, HasSubstr("CUDA out of memory"));
  EXPECT_THAT(run.out, HasSubstr("not found"));
}

TEST(Tables, asTextSayNothingTwice) {
  const std::string attention = kernline({"tables", sweep()}).out;
  EXPECT_THAT(attention, HasSubstr("torch table, line 41 · [Dense] seq_len=256 · "));
  EXPECT_THAT(attention, Not(HasSubstr("seq_len=256 · Dense")));
  const std::string sizes = kernline({"tables", fixture("logs/nsys-layouts.log")}).out;
  EXPECT_THAT(sizes, testing::ContainsRegex("Total +Count +Avg +Med +Min +Max +StdDev +Operation\n +11.92 MiB"))
      << "the unit is in the cells";
}

TEST(Tables, ofNsightComputeHaveValuesWithTheirUnits) {
  const TemporaryFile file(
      R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"
"0","7","k","127.0.0.1","rms(float *, int)","1","7","(256, 1, 1)","(4096, 1, 1)","0","9.0","Speed","DRAM Frequency","Ghz","3.20"
"0","7","k","127.0.0.1","rms(float *, int)","1","7","(256, 1, 1)","(4096, 1, 1)","0","9.0","Speed","DRAM Throughput","%","49.71"
"0","7","k","127.0.0.1","rms(float *, int)","1","7","(256, 1, 1)","(4096, 1, 1)","0","9.0","Speed","Duration","us","107.10"
"0","7","k","127.0.0.1","rms(float *, int)","1","7","(256, 1, 1)","(4096, 1, 1)","0","9.0","Speed","SM Active Cycles","cycle","201,711.32"
)csv",
      ".csv");
  const std::string text = kernline({"tables", file.path()}).out;
  for (const char* line : {"DRAM Frequency +3.200 GHz\n", "DRAM Throughput +49.7 %\n", "Duration +107.1 µs\n",
                           "SM Active Cycles +cycle +201\u202f711\n"}) {
    EXPECT_THAT(text, testing::ContainsRegex(line));
  }
}

TEST(Tables, asCsvHaveALineForEachCell) {
  const ProgramRun run = kernline({"tables", sweep(), "--csv"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(",table,1,"));
  EXPECT_THAT(run.out, HasSubstr("Self CPU,3000000,ns,3.000ms"));
}

TEST(Tables, refuseATraceAndWhatHoldsNothing) {
  const ProgramRun trace = kernline({"tables", fixture("two-documents.json")});
  EXPECT_EQ(trace.code, 1);
  EXPECT_THAT(trace.err, HasSubstr("kernline stats"));
  const TemporaryFile prose("It was a dark and stormy night.\n", ".txt");
  const ProgramRun nothing = kernline({"tables", prose.path()});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_EQ(std::ranges::count(nothing.err, '\n'), 1);
  const TemporaryFile binary(std::string("\x7f"
                                         "ELF\x02\x01\x01\0\0\0\0",
                                         11),
                             ".txt");
  const ProgramRun program = kernline({"tables", binary.path()});
  EXPECT_EQ(program.code, 1);
  EXPECT_THAT(program.err, HasSubstr("ELF"));
}

TEST(Summary, ofALogSaysWhatIsInIt) {
  const ProgramRun run = kernline({"summary", sweep()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 table"));
  EXPECT_THAT(run.out, HasSubstr("1 failure"));
  const json answer = answerOf({"summary", sweep(), "--json"});
  const json& log = answer["logs"][0];
  EXPECT_EQ(log["tables"], 1);
  ASSERT_GE(log["machine"].size(), 3U);
  EXPECT_EQ(log["machine"][0]["text"], "NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(log["machine"][2]["name"], "PyTorch");
  EXPECT_EQ(log["machine"][2]["text"], "2.5.0+cu124");
  EXPECT_EQ(log["file_list"].size(), log["files_named"].get<std::size_t>());
  EXPECT_EQ(answer["files"], json::array());
}

TEST(Summary, ofAReportSaysWhatLimitsEachLaunch) {
  const std::string report = shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz");
  const ProgramRun run = kernline({"summary", report});
  EXPECT_THAT(run.out, HasSubstr("Kernels measured by Nsight Compute"));
  EXPECT_THAT(run.out, mentions("busiest-unit", "L2 cache", "62.0 %"));
  const json launches = answerOf({"summary", report, "--json"})["logs"][0]["launches"];
  ASSERT_EQ(launches.size(), 4U);
  const json& rms = launches[0];
  EXPECT_EQ(rms["kernel"], "rms(float *, int)");
  EXPECT_EQ(rms["duration_ns"], 106'400);
  EXPECT_EQ(rms["registers_per_thread"], 16);
  EXPECT_EQ(rms["occupancy_limits"][0], (json{{"resource", "warps"}, {"blocks", 8}}));
  EXPECT_EQ(rms["warp_states"][0]["state"], "Long scoreboard");
  EXPECT_EQ(rms["units"][0]["unit"], "L2 cache");
}

}  // namespace
}  // namespace kernline::test
