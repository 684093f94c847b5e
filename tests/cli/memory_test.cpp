// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/numbered_snapshot.h"
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string snapshot() {
  return fixture("memory/training-protocol-4.pickle");
}

TEST(Memory, isOneJsonDocument) {
  const json answer = answerOf({"memory", snapshot(), "--by", "phase", "--json"});
  ASSERT_EQ(answer["devices"].size(), 1U);
  const json& device = answer["devices"][0];
  EXPECT_EQ(device["device"], 0);
  EXPECT_EQ(device["device_name"], "GPU 0");
  EXPECT_EQ(device["samples"], 8);
  EXPECT_EQ(device["peak_allocated_bytes"], 31500);
  EXPECT_EQ(device["peak_reserved_bytes"], 16384 + 20480);
  EXPECT_EQ(device["live_at_peak"][0], (json{{"name", "backward"}, {"bytes", 20000}, {"count", 1}}));
  EXPECT_EQ(answer["issues"][0]["kind"], "free_of_older");
}

TEST(Memory, saysWhatWasAliveAtAnyTime) {
  const json answer = answerOf({"memory", snapshot(), "--at", "0ns", "--json"});
  EXPECT_EQ(answer["devices"][0]["live_bytes"], 3500);  // alive before the first record
  EXPECT_FALSE(answer["devices"][0].contains("live_at_peak"));
  EXPECT_EQ(kernline({"memory", snapshot(), "--at", "soon"}).code, 2);
}

TEST(Memory, hasTheCurvesAsCsv) {
  const std::string csv = kernline({"memory", snapshot(), "--csv"}).out;
  EXPECT_THAT(csv, testing::StartsWith("device,time_ns,allocated_bytes,reserved_bytes\nGPU 0,0,"));
  EXPECT_THAT(csv, HasSubstr(",31500,36864\n"));
}

TEST(Memory, isForPeopleToo) {
  const std::string text = kernline({"memory", snapshot(), "--limit", "1"}).out;
  EXPECT_THAT(text, HasSubstr("GPU 0: peak 30.76 KiB at 12.00 µs"));
  EXPECT_THAT(text, HasSubstr("model.py:51 train"));
  EXPECT_THAT(text, HasSubstr("and 2 more; --limit 0 shows all"));
  EXPECT_THAT(kernline({"memory", fixture("memory/out-of-memory.pickle")}).out,
              HasSubstr("out of memory at 2.000 µs: 16.00 GiB requested, 1.000 GiB free"));
  EXPECT_THAT(kernline({"summary", snapshot()}).out, HasSubstr("peak 30.76 KiB"));
}

TEST(Memory, countsTheBlocksThatLiveInTheRange) {
  const std::string trace = fixture("h200-profiler-steps.json.gz");
  const auto blocks = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"memory", trace, "--json"};
    words.insert(words.end(), options.begin(), options.end());
    return answerOf(words).at("devices").at(0).at("blocks").get<int>();
  };
  EXPECT_EQ(blocks({}), 100);
  EXPECT_EQ(blocks({"--range", "0.."}), 100);
  EXPECT_EQ(blocks({"--steps", "0"}) + blocks({"--steps", "1"}) + blocks({"--steps", "2"}) + blocks({"--steps", "3"}),
            100)
      << "each is freed in its step";
}

TEST(Memory, showsNoShareThatIsMoreThanAll) {
  const TemporaryFile file(R"([{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":2,"ts":10,"dur":5},
{"ph":"i","s":"t","name":"[memory]","cat":"cpu_instant_event","pid":1,"tid":2,"ts":12,"args":{"Device Type":1,
"Device Id":0,"Bytes":40000,"Addr":4096,"Total Allocated":40000,"Total Reserved":65536}},
{"ph":"i","s":"t","name":"[memory]","cat":"cpu_instant_event","pid":1,"tid":2,"ts":22,"args":{"Device Type":1,
"Device Id":0,"Bytes":60,"Addr":8192,"Total Allocated":100,"Total Reserved":65536}}])");
  const std::string text = kernline({"memory", file.path(), "--at", "12us"}).out;
  EXPECT_THAT(text, HasSubstr("live at 12.00 µs, 100 B, by operator"));
  EXPECT_THAT(text, testing::ContainsRegex("aten::linear +39.06 KiB +1\n"));
}

TEST(Memory, callsNumbersOfRecordsNoTimes) {
  const TemporaryFile numbered(withoutTimes(snapshot()));
  const json answer = answerOf({"memory", numbered.path(), "--json"});
  const json& device = answer["devices"][0];
  EXPECT_TRUE(answer["start_ns"].is_null());
  EXPECT_EQ(answer["start_event"], 0);
  EXPECT_TRUE(device["peak_allocated_ns"].is_null());
  EXPECT_TRUE(device["live_ns"].is_null());
  const std::int64_t peak = device["peak_allocated_event"];
  EXPECT_EQ(device["live_event"], peak);
  EXPECT_THAT(kernline({"memory", numbered.path()}).out, HasSubstr(fmt::format("at event {}", peak)));
  EXPECT_THAT(kernline({"memory", numbered.path(), "--csv"}).out, testing::StartsWith("device,event,"));

  const json two = answerOf({"memory", numbered.path(), numbered.path(), "--json"});
  const json& compared = two["comparisons"][0]["devices"][0];
  EXPECT_TRUE(compared["base"]["peak_allocated_ns"].is_null());
  EXPECT_TRUE(compared["base"]["peak_allocated_event"].is_number());
  EXPECT_TRUE(compared["furthest_delta_ns"].is_null());
  const std::string text = kernline({"memory", numbered.path(), numbered.path()}).out;
  EXPECT_THAT(text, HasSubstr("records count from the first of each run"));
  EXPECT_THAT(text, Not(HasSubstr(" ns")));
  EXPECT_THAT(kernline({"memory", numbered.path(), numbered.path(), "--csv"}).out,
              testing::StartsWith("path,device,event,"));

  const json timed = answerOf({"memory", snapshot(), "--json"});
  EXPECT_FALSE(timed.contains("start_event"));
  EXPECT_TRUE(timed["devices"][0]["peak_allocated_ns"].is_number());
}

TEST(Memory, saysWhetherFragmentationIsToBlameForAFailureAndWhoAsked) {
  const std::string path = shared("h200/oom_snapshot.pickle");
  if (!hasShared("h200/oom_snapshot.pickle")) {
    GTEST_SKIP() << "no " << path;
  }
  const json failure = answerOf({"memory", "--json", path}).at("devices").at(0).at("out_of_memory").at(0);
  EXPECT_EQ(failure.at("requested_bytes"), 8LL << 30);
  EXPECT_EQ(failure.at("is_fragmentation"), false);
  EXPECT_LT(failure.at("segment_free_bytes"), 4 << 20) << "the message of PyTorch says 2.96 MiB";
  EXPECT_EQ(failure.at("stack").size(), 30U);
  const std::string text = kernline({"memory", path}).out;
  EXPECT_THAT(text, mentions("not-fragmentation", "2.959 MiB", "2.984 GiB", "8.000 GiB"));
  EXPECT_THAT(text, HasSubstr("    at <module> (more_data.py:46)\n    … and 28 more; --json shows all\n"));
  EXPECT_THAT(text, Not(HasSubstr("unwind")));
}

TEST(Memory, namesWhatAPickleWantedToRun) {
  EXPECT_THAT(kernline({"memory", fixture("memory/hostile.pickle")}).out, mentions("pickle-tried-to-run-code"));
}

TEST(Memory, saysWhatToDoWithAFileThatHasNone) {
  const auto run = kernline({"memory", fixture("chrome-trivial.json")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("profile_memory=True"));
  EXPECT_THAT(kernline({"tables", snapshot()}).err, HasSubstr("kernline memory"));
}

TEST(Memory, comparesThePeaksOfSeveralRunsPerDevice) {
  const std::string other = fixture("memory/h200-out-of-memory.pickle");
  const json answer = answerOf({"memory", snapshot(), other, snapshot(), "--json"});
  EXPECT_EQ(answer["baseline"], snapshot());
  ASSERT_EQ(answer["comparisons"].size(), 2U);
  const json alone = answerOf({"memory", other, "--json"});
  const json& device = answer["comparisons"][0]["devices"][0];
  EXPECT_EQ(device["device"], 0);
  EXPECT_EQ(device["device_name"], "GPU 0");
  EXPECT_EQ(device["base"]["peak_allocated_bytes"], 31500);
  EXPECT_EQ(device["other"]["peak_allocated_bytes"], alone["devices"][0]["peak_allocated_bytes"]);
  EXPECT_EQ(device["peak_delta_bytes"].get<std::int64_t>(),
            alone["devices"][0]["peak_allocated_bytes"].get<std::int64_t>() - 31500);
  const json& same = answer["comparisons"][1]["devices"][0];
  EXPECT_EQ(same["peak_delta_bytes"], 0);
  EXPECT_EQ(same["furthest_delta_bytes"], 0);
  EXPECT_THAT(kernline({"memory", snapshot(), other}).out, HasSubstr("baseline 30.76 KiB at "));
  EXPECT_THAT(kernline({"memory", snapshot(), snapshot()}).out, Not(HasSubstr("largest difference at ")));
  EXPECT_THAT(kernline({"memory", other, other}).out, HasSubstr("times count from the start of grow in each run"))
      << "an annotation is no step";
}

TEST(Memory, hasTheComparedCurvesAsCsv) {
  const std::string csv = kernline({"memory", snapshot(), snapshot(), "--csv"}).out;
  EXPECT_THAT(csv, testing::StartsWith("path,device,time_ns,base_bytes,other_bytes,difference_bytes\n"));
  EXPECT_THAT(csv, HasSubstr(",31500,31500,0\n"));
}

TEST(Memory, alignsEveryStepIfAsked) {
  const json first = answerOf({"memory", snapshot(), snapshot(), "--json"});
  EXPECT_EQ(first["comparisons"][0]["devices"][0]["aligned_by"], "first_step");
  for (const auto& [how, key] : {std::pair("each-step", "each_step"), std::pair("stretched", "stretched_steps")}) {
    const json device =
        answerOf({"memory", snapshot(), snapshot(), "--align", how, "--json"})["comparisons"][0]["devices"][0];
    EXPECT_EQ(device["aligned_by"], key);
    EXPECT_EQ(device["aligned_steps"], 1);
    EXPECT_EQ(device["furthest_delta_bytes"], 0);
  }
  const auto start = answerOf({"memory", snapshot(), snapshot(), "--align", "start", "--json"});
  EXPECT_EQ(start["comparisons"][0]["devices"][0]["aligned_by"], "first_sample");
  EXPECT_THAT(kernline({"memory", snapshot(), snapshot(), "--align", "each-step"}).out, HasSubstr("steps aligned: 1"));
  EXPECT_EQ(kernline({"memory", snapshot(), snapshot(), "--align", "somehow"}).code, 2);
}

TEST(Memory, comparesNoLogsAndNoMoments) {
  const std::string log = fixture("logs/attention-sweep.log");
  EXPECT_EQ(kernline({"memory", snapshot(), log}).code, 1);
  EXPECT_EQ(kernline({"memory", snapshot(), snapshot(), "--at", "0ns"}).code, 2);
}

/// Checks the answer with a program that shares no code with Kernline: independent_memory.py. Empty: nothing is wrong.
std::string wrongWithMemory(const std::string& path, const std::vector<std::string>& printed = {}) {
  const ProgramRun run = kernline({"memory", path, "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const TemporaryFile answer(run.out);
  std::vector<std::string> arguments{"python3", KERNLINE_SOURCE_DIR "/tests/cli/independent_memory.py", answer.path(),
                                     path};
  arguments.insert(arguments.end(), printed.begin(), printed.end());
  const ProgramRun check = kernline(arguments, {.program = "/usr/bin/env"});
  return check.code == 0 ? "" : check.out + check.err;
}

TEST(Memory, countsAsAnIndependentProgramDoes) {
  EXPECT_EQ(wrongWithMemory(snapshot()), "");
  EXPECT_EQ(wrongWithMemory(fixture("memory/h200-out-of-memory.pickle")), "");
  EXPECT_EQ(wrongWithMemory(fixture("h200-attention-original.json.gz")), "");
  EXPECT_NE(wrongWithMemory(snapshot(), {fixture("memory/figures.txt")}), "");  // no such message
}

TEST(Memory, hasThePeaksThatPyTorchPrintedForTheSameRuns) {
  const std::string log = shared("h200/experiment.log");
  for (const auto& [model, length] :
       {std::pair("Softmax", "256"), std::pair("Flash", "256"), std::pair("Linear", "256"),
        std::pair("GatedDeltaNet", "256"), std::pair("Softmax", "512"), std::pair("Flash", "512"),
        std::pair("Linear", "512"), std::pair("Softmax", "1024"), std::pair("Flash", "1024")}) {
    const std::string trace = std::string("h200/") + model + "_seq" + length + "_trace.json.gz";
    EXPECT_EQ(wrongWithMemory(shared(trace), {log, model, length}), "") << trace;
  }
  EXPECT_EQ(wrongWithMemory(shared("h200/oom_snapshot.pickle"), {shared("h200/oom_message.txt")}), "");
}

TEST(Memory, countsFilesWithoutAPrintedPeakAsAnIndependentProgramDoes) {
  for (const char* file :
       {"opt_trace.json.gz", "ddp_rank1.pt.trace.json.gz", "memory_snapshot.pickle", "memory_timeline.json.gz"}) {
    EXPECT_EQ(wrongWithMemory(shared(std::string("h200/") + file)), "") << file;
  }
}

}  // namespace
}  // namespace kernline::test
