// SPDX-License-Identifier: GPL-3.0-or-later
// Every JSON answer matches the schema that it names, and a schema describes nothing that no answer has.
#include "core/output/parquet/parquet_folder.h"
#include "tests/cli/numbered_snapshot.h"
#include "tests/cli/program_run.h"
#include "tests/cli/schema_check.h"
#include "tests/support/fake_python.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

using Command = std::vector<std::string>;

void expectAnswers(const std::vector<Command>& commands) {
  for (Command command : commands) {
    command.emplace_back("--json");
    SCOPED_TRACE(testing::PrintToString(command));
    static_cast<void>(answerOf(command));
  }
}

TEST(Schemas, areListedAndPrintedWithEverythingThatTheyReferTo) {
  const std::string list = kernline({"schema"}).out;
  for (const char* name : {"summary",        "stats",      "steps",        "calltree",        "modules",
                           "digest",         "events",     "tables",       "memory",          "memory-comparison",
                           "memory-log",     "query",      "query-tables", "compare",         "compare-runs",
                           "compare-series", "ranks",      "families",     "record-list",     "record-run",
                           "record-doctor",  "work",       "work-rules",   "record-ceilings", "advise",
                           "whatif",         "experiment", "blocks",       "source",          "source-comparison",
                           "heat-map",       "replay"}) {
    EXPECT_THAT(list, HasSubstr(std::string("\n") + name + " "));
    const ProgramRun run = kernline({"schema", name});
    EXPECT_EQ(run.code, 0) << run.err;
    const json schema = json::parse(run.out);
    const auto version = schema.at("properties").at("schema").at("const").get<std::string>();
    EXPECT_TRUE(std::regex_match(version, std::regex("kernline-" + std::string(name) + "-[1-9]"))) << version;
    EXPECT_EQ(run.out.find("common.json"), std::string::npos);
  }
  EXPECT_EQ(kernline({"schema", "record", "list"}).out, kernline({"schema", "record-list"}).out);
  const ProgramRun unknown = kernline({"schema", "sumary"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean summary?"));
}

TEST(Schemas, refuseAnswersThatDoNotHoldToThem) {
  json answer = answerOf({"stats", fixture("h200-ring-rank0.json.gz"), "--json"});
  EXPECT_EQ(schemaProblems(answer), "");
  json wrong = answer;
  wrong["rows"][0]["total_ns"] = 1.5;
  EXPECT_THAT(schemaProblems(wrong), HasSubstr("total_ns"));
  wrong = answer;
  wrong["rows"][0].erase("count");
  EXPECT_THAT(schemaProblems(wrong), HasSubstr("count"));
  wrong = answer;
  wrong["rows"][0]["unknown"] = 1;
  EXPECT_THAT(schemaProblems(wrong), HasSubstr("unknown"));
  wrong = answer;
  wrong["schema"] = "kernline-stats-0";
  EXPECT_NE(schemaProblems(wrong), "");
}

constexpr std::string_view printedTable = R"(
------------  ------------  ------------
        Name      Self CPU    # of Calls
------------  ------------  ------------
    aten::mm       1.000ms             1
------------  ------------  ------------
Self CPU time total: 1.000ms
)";

constexpr std::string_view printedMeasurements = R"(
==================================================
Benchmark Results for Ring
==================================================
Configuration:
  - Batch Size: 1
  - Sequence Length: 1024

Performance:
  - Memory Usage: 4485.00 MB
  Trace saved:  ./profiler_results/Ring_trace.json
)";

/// Prefixes lines as a launcher does for each host.
std::string withPrefix(std::string text) {
  for (std::size_t at = 0; at != std::string::npos && at < text.size(); at = text.find('\n', at)) {
    at += at == 0 ? 0 : 1;
    text.insert(at, at < text.size() ? "g43: " : "");
  }
  return text;
}

TEST(Schemas, describeEveryAnswerAndNothingElse) {
  const FakePython python;
  const std::string steps = fixture("h200-profiler-steps.json.gz");
  const std::string attention = KERNLINE_SOURCE_DIR "/resources/samples/attention-training.json.gz";
  const std::string graph = fixture("h200-cuda-graph.json.gz");
  const std::string damaged = fixture("cut-inside-a-string.json");
  const std::string before = fixture("h200-attention-original.json.gz");
  const std::string after = fixture("h200-attention-optimised.json.gz");
  const std::string replay = shared("formats/graphs/graph_replay.json.gz");
  const std::string capture = shared("formats/graphs/graph_capture.json.gz");
  const std::string compiled = shared("formats/inductor/inductor_trace.json.gz");
  expectAnswers(
      {{"summary", steps},
       {"summary", steps, graph, damaged},
       {"summary", compiled, replay, "--capture", capture},
       {"summary", shared("h200/memory_snapshot.pickle"), shared("h200/experiment.log")},
       {"summary", fixture("logs/attention-sweep.log"), fixture("memory/out-of-memory.pickle")},
       {"stats", steps},
       {"stats", steps, graph, "--range", "1ms..2ms"},
       {"stats", "--kind", "op", "--shapes", steps},
       {"stats", "--by", "module", "--filter", "phase:backward", steps},
       {"stats", "--kind", "op", "--shapes", fixture("torch-compare-base.json.gz")},
       {"steps", steps},
       {"steps", fixture("torch-rocm-vllm-graph.json.gz")},
       {"steps", fixture("recordings/counters.json.gz")},
       {"calltree", steps},
       {"calltree", "--bottom-up", "--range", "1ms..2ms", "--weight", "count", steps},
       {"modules", steps},
       {"modules", "--range", "1ms..2ms", steps},
       {"work", steps},
       {"replay", steps, "--python", python.path(), "--steps", "1..2"},
       {"work", "--range", "1ms..2ms", steps},
       {"work", "--device", "H100", graph},
       {"work", "--by", "kernel", fixture("recordings/counters.json.gz")},
       {"stats", fixture("recordings/counters.json.gz")},
       {"summary", fixture("recordings/counters.json.gz")},
       {"summary", attention, attention},
       {"blocks", fixture("recordings/blocks.json.gz")},
       {"blocks", fixture("recordings/phases.json.gz")},
       {"work", fixture("recordings/profile-run.json.gz")},
       {"summary", fixture("recordings/profile-run.json.gz"), fixture("recordings/profile-program.json.gz")},
       {"summary", fixture("recordings/profile-sweep.json.gz")},
       {"advise", steps},
       {"whatif", steps},
       {"whatif", "--by", "rank", fixture("ranks/ddp_straggler")},
       {"whatif", "--set", "launch=graph", "--limit", "0", steps},
       {"advise", std::string(KERNLINE_SOURCE_DIR "/resources/samples/tiled-matmul-before.json.gz")},
       {"advise", "--range", "1ms..2ms", steps},
       {"advise", "--device", "H100", graph},
       {"modules", replay, "--capture", capture},
       {"work", replay, "--capture", capture},
       {"work", shared("formats/work/work_trace.json.gz"), "--ncu", shared("formats/work/work_counters.csv")},
       {"compare", shared("formats/work/work_trace.json.gz"), shared("formats/work/work_trace.json.gz"), "--ncu",
        shared("formats/work/work_counters.csv")},
       {"advise", replay, "--capture", capture},
       {"source", fixture("recordings/source.json.gz")},
       {"source", "--by", "instruction", fixture("recordings/source.json.gz")},
       {"source", "--by", "stall", shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz")},
       {"events", "--limit", "20", steps, graph},
       {"events", replay, "--capture", capture},
       {"events", "--name", "^triton", compiled},
       {"query", steps, "SELECT * FROM spans"},
       {"query", "--tables"},
       {"families"},
       {"families", steps},
       {"work-rules"},
       {"work-rules", steps},
       {"compare", before, after, steps},
       {"compare", shared("h200/original_trace.json.gz"), shared("h200/opt_trace.json.gz")},
       {"compare", "--by", "name", shared("pairs/precision_bf16.before.json"),
        shared("pairs/precision_bf16.after.json")},
       {"compare", "--by", "family", before, after},
       {"compare", std::string(KERNLINE_SOURCE_DIR "/resources/samples/tiled-matmul-before.json.gz"),
        std::string(KERNLINE_SOURCE_DIR "/resources/samples/tiled-matmul.json.gz")},
       {"compare", "--why", "--by", "op", fixture("h200-attention-original.json.gz"),
        fixture("h200-attention-optimised.json.gz")},
       {"compare", "--series", before, before, after},
       {"compare", "--series", fixture("recordings/torch-lines.json.gz"), fixture("recordings/torch-lines.json.gz")},
       {"ranks", fixture("ranks/ddp_straggler")},
       {"ranks", "--metric", "waiting", fixture("ranks/grid")},
       {"ranks", fixture("ranks/send_recv")},
       {"ranks", fixture("ranks/collectives")},
       {"ranks", fixture("ranks/grid")},
       {"ranks", fixture("ranks/experts")},
       {"ranks", fixture("h200-ring-rank1.json.gz")}});
  const TemporaryFolder exported;
  ASSERT_TRUE(writeParquet(*load(steps), exported / "out", {.groupRows = 100}));
  for (const char* command : {"stats", "calltree", "modules", "work", "advise", "events"}) {
    expectAnswers({{command, exported / "out/rank=0", "--range", "1ms..2ms", "--lazy"}});
  }
  const std::string report = shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz");
  expectAnswers({{"source", report, report}, {"source", fixture("recordings/source.json.gz"), report}});
  const std::string snapshot = shared("h200/memory_snapshot.pickle");
  const std::string log = shared("h200/experiment.log");
  const std::string table = shared("h200/gpt_table_wide.txt");
  const TemporaryFile ofHost(withPrefix(std::string{printedTable}.append(printedMeasurements)), ".log");
  const TemporaryFile named(std::string{"序列长度: 256\n----------------------------------------\n"}
                                .append(printedTable)
                                .append("\n  Trace 已保存:  ./Softmax_seq256_trace.json\n"),
                            ".log");
  const TemporaryFile numbered(withoutTimes(fixture("memory/training-protocol-0.pickle")));
  const TemporaryFile numberedFailure(withoutTimes(fixture("memory/out-of-memory.pickle")));
  expectAnswers({{"memory", numbered.path(), "--range", "0..2ns"},
                 {"memory", numberedFailure.path()},
                 {"memory", numbered.path(), numbered.path()},
                 {"memory", snapshot},
                 {"memory", "--range", "0..1ms", steps},
                 {"memory", fixture("memory/out-of-memory.pickle"), "--at", "1us"},
                 {"memory", fixture("memory/training-protocol-0.pickle")},
                 {"memory", shared("h200/memory_timeline.json.gz")},
                 {"memory", snapshot, snapshot},
                 {"memory", ofHost.path()},
                 {"memory", log},
                 {"memory", shared("tables/torch/ao_fp8_sdpa_cuda_mem.txt")},
                 {"tables", log, table},
                 {"tables", fixture("logs/two-ranks.log"), fixture("logs/ncu.log")},
                 {"tables", ofHost.path(), named.path()},
                 {"summary", ofHost.path(), named.path(), fixture("logs/two-ranks.log")},
                 {"tables", fixture("logs/nvprof.log")},
                 {"tables", fixture("logs/attention-sweep.log")},
                 {"tables", shared("formats/records/flash_attention_benchmark.csv")},
                 {"compare", shared("formats/records/flash_attention_benchmark.csv"), "--for", "implementation"},
                 {"compare", log},
                 {"compare", fixture("logs/attention-sweep.log")},
                 {"compare", shared("tables/torch/ao_fp8_sdpa_cuda_mem.txt"),
                  shared("tables/torch/ao_regular_sdpa_cuda_mem.txt")},
                 {"compare", "--matrix", fixture("h200-attention-original.json.gz"), log, "--baseline", "Softmax"}});
  const TemporaryFolder experiment;
  experiment.add("ring_rank0.json.gz", readFile(fixture("h200-ring-rank0.json.gz")));
  experiment.add("ring_rank1.json.gz", readFile(fixture("h200-ring-rank1.json.gz")));
  experiment.add("ring.log", readFile(log));
  experiment.add("script.py", "import torch\n");
  experiment.add(".git/config", "[core]\n");
  expectAnswers({{"summary", experiment.path()}, {"summary", shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz")}});
  for (const char* name :
       {"experiment", "summary",      "stats",          "steps",  "calltree",     "modules",
        "work",       "advise",       "events",         "query",  "query-tables", "families",
        "work-rules", "compare-runs", "compare-series", "ranks",  "memory",       "memory-comparison",
        "memory-log", "tables",       "compare",        "blocks", "source",       "source-comparison",
        "whatif",     "replay"}) {
    EXPECT_THAT(membersWithoutAnswer(name), IsEmpty());
  }
}

}  // namespace
}  // namespace kernline::test
