// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a profile, by time or by steps, wherever a command takes one.
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Three steps of 1 ms, each with a `half` twice, and a record of memory in each half: 100, 300, 200, 400, 300, 500 B.
std::string stepsWithMemory() {
  std::string text = R"({"traceEvents": [)";
  const auto add = [&](const std::string& event) { text += (text.ends_with('[') ? "\n" : ",\n") + event; };
  for (int i = 0; i < 3; ++i) {
    add(fmt::format(
        R"({{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{}", "pid": 1, "tid": 2, "ts": {}, )"
        R"("dur": 900}})",
        i, i * 1000));
    for (int half = 0; half < 2; ++half) {
      const int begin = i * 1000 + half * 450;
      const int total = 100 * (i + 1) + 200 * half;
      add(fmt::format(R"({{"ph": "X", "cat": "user_annotation", "name": "half", "pid": 1, "tid": 2, "ts": {}, )"
                      R"("dur": 400}})",
                      begin + 10));
      add(fmt::format(R"({{"ph": "i", "s": "t", "name": "[memory]", "cat": "cpu_instant_event", "pid": 1, "tid": 2, )"
                      R"("ts": {}, "args": {{"Device Type": 1, "Device Id": 0, "Addr": {}, "Bytes": 100, )"
                      R"("Total Allocated": {}, "Total Reserved": 1000}}}})",
                      begin + 100, 4096 + begin, total));
    }
  }
  return text + "\n]}";
}

TEST(StepsOfAnyCommand, limitMemoryToWhatHeldAndChangedInThem) {
  const TemporaryFile file(stepsWithMemory());
  const json whole = answerOf({"memory", file.path(), "--json"});
  EXPECT_EQ(whole["range"], nullptr);
  EXPECT_EQ(whole["devices"][0]["peak_allocated_bytes"], 500);
  const json answer = answerOf({"memory", file.path(), "--steps", "1", "--json"});
  EXPECT_EQ(answer["range"], (json{{"start_ns", 1'000'000}, {"end_ns", 1'900'000}}));
  const json& device = answer["devices"][0];
  EXPECT_EQ(device["start_allocated_bytes"], 300) << "from step 0";
  EXPECT_EQ(device["peak_allocated_bytes"], 400);
  EXPECT_EQ(device["peak_allocated_ns"], 1'550'000);
  EXPECT_EQ(device["live_ns"], 1'550'000);
  EXPECT_EQ(device["samples"], 3);
  EXPECT_EQ(answerOf({"memory", file.path(), "--range", "1ms..1.9ms", "--json"})["devices"], answer["devices"]);
  EXPECT_EQ(kernline({"memory", file.path(), "--steps", "1", "--csv"}).out,
            "device,time_ns,allocated_bytes,reserved_bytes\nGPU 0,1000000,300,1000\nGPU 0,1100000,200,1000\n"
            "GPU 0,1550000,400,1000\n");
  EXPECT_THAT(kernline({"memory", file.path(), "--steps", "1"}).out, HasSubstr("from 1.000 ms to 1.900 ms"));
}

TEST(StepsOfAnyCommand, ofMemoryAreRefusedWhereThereAreNone) {
  const TemporaryFile file(stepsWithMemory());
  const ProgramRun beyond = kernline({"memory", file.path(), "--steps", "7"});
  EXPECT_EQ(beyond.code, 2);
  EXPECT_THAT(beyond.err, HasSubstr("no steps 7: " + phrase("last-step-is", 2)));
  const ProgramRun snapshot = kernline({"memory", fixture("memory/training-protocol-4.pickle"), "--steps", "1"});
  EXPECT_EQ(snapshot.code, 2);
  EXPECT_THAT(snapshot.err, mentions("only-trace-has-steps"));
  EXPECT_EQ(kernline({"memory", file.path(), file.path(), "--steps", "1"}).code, 2) << "runs are aligned instead";
}

TEST(StepsOfAnyCommand, areWhatStepsBySays) {
  const TemporaryFile file(stepsWithMemory());
  const auto eventsIn = [&](const std::vector<std::string>& part) {
    std::vector<std::string> command{"events", file.path(), "--name", "^half$", "--json"};
    command.insert(command.end(), part.begin(), part.end());
    return answerOf(command)["events"].size();
  };
  EXPECT_EQ(eventsIn({"--steps", "1"}), 2U);
  EXPECT_EQ(eventsIn({"--steps", "1", "--steps-by", "half"}), 1U);
  EXPECT_EQ(eventsIn({"--steps", "1..2", "--steps-by", "ProfilerStep#"}), 4U);
  EXPECT_EQ(kernline({"events", file.path(), "--steps-by", "half"}).code, 2) << "without --steps it says nothing";
  EXPECT_EQ(kernline({"events", file.path(), "--steps", "1", "--steps-by", "("}).code, 1);
}

TEST(StepsOfAnyCommand, areDrawnAsTheirRange) {
  const TemporaryFile file(stepsWithMemory());
  const TemporaryFolder folder;
  for (const std::string view : {"timeline", "overview", "memory"}) {
    const std::string bySteps = folder / (view + "-steps.png");
    const std::string byRange = folder / (view + "-range.png");
    const std::string whole = folder / (view + "-whole.png");
    const auto draw = [&](const std::string& picture, const std::vector<std::string>& part) {
      std::vector<std::string> command{"render", file.path(), "--view", view, "--size", "900x400", "-o", picture};
      command.insert(command.end(), part.begin(), part.end());
      EXPECT_EQ(kernline(command).code, 0) << view;
    };
    draw(bySteps, {"--steps", "1..2"});
    draw(byRange, {"--range", "1ms..2.9ms"});
    draw(whole, {});
    EXPECT_EQ(readFile(bySteps), readFile(byRange)) << view;
    EXPECT_NE(readFile(bySteps), readFile(whole)) << view;
  }
  EXPECT_EQ(kernline({"render", file.path(), "--steps", "9", "-o", folder / "none.png"}).code, 1);
}

TEST(Ranges, takeWhatTheSummarySaysOfTheLongestGap) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  int gaps = 0;
  const json summary = answerOf({"summary", file, "--json"});
  for (const json& device : summary["idle_causes"]) {
    for (const json& cause : device["causes"]) {
      if (cause["longest"].is_null()) {
        continue;
      }
      ++gaps;
      const std::string range = cause["longest"]["range"];
      const std::int64_t start = cause["longest"]["start_ns"];
      const std::int64_t end = start + cause["longest"]["duration_ns"].get<std::int64_t>();
      EXPECT_EQ(range, fmt::format("@{}..@{}", start, end));
      EXPECT_EQ(answerOf({"stats", file, "--kind", "kernel", "--range", range, "--json"})["rows"].size(), 0U)
          << "no kernel begins in a gap";
    }
  }
  EXPECT_GT(gaps, 0);
}

}  // namespace
}  // namespace kernline::test
