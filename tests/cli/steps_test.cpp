// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/independent_count.h"
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(Steps, haveTheTimesOfTheSummary) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json steps = answerOf({"steps", "--json", file});
  const json summary = answerOf({"summary", "--json", file});
  EXPECT_EQ(steps.at("source"), "recorded");
  EXPECT_EQ(steps.at("name"), "ProfilerStep#");
  ASSERT_EQ(steps.at("steps").size(), summary.at("steps").size());
  for (std::size_t i = 0; i < steps.at("steps").size(); ++i) {
    const json& step = steps.at("steps")[i];
    for (const char* key : {"name", "start_ns", "duration_ns"}) {
      EXPECT_EQ(step.at(key), summary.at("steps")[i].at(key));
    }
    std::int64_t sum = 0;
    for (const json& phase : step.at("phases")) {
      sum += phase.at("device_ns").get<std::int64_t>();
    }
    EXPECT_EQ(step.at("device_ns"), sum);
    EXPECT_EQ(step.at("index"), i);
  }
}

TEST(Steps, thatAreNotRecordedAreThoseOfTheSummaryToo) {
  for (const char* name : {"h200-cuda-graph.json.gz", "h200-attention-original.json.gz", "h200-ring-rank0.json.gz"}) {
    const json answer = answerOf({"steps", "--json", fixture(name)});
    const json& steps = answer.at("steps");
    const json whole = answerOf({"summary", "--json", fixture(name)});
    const json& summary = whole.at("steps");
    auto device = answer.at("outside_steps_ns").get<std::int64_t>();
    ASSERT_EQ(steps.size(), summary.size()) << name;
    ASSERT_GE(steps.size(), 3U) << name;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(summary[i].at("source"), answer.at("source"));
      device += steps[i].at("device_ns").get<std::int64_t>();
      for (const char* key : {"name", "start_ns", "duration_ns"}) {
        EXPECT_EQ(summary[i].at(key), steps[i].at(key)) << key;
      }
    }
    std::int64_t busy = 0;
    for (const json& one : whole.at("devices")) {
      busy += one.at("busy_ns").get<std::int64_t>();
    }
    EXPECT_EQ(device, busy) << name;
  }
}

TEST(Steps, thatAreNamedAreThoseOfStatisticsByStep) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const auto rowsBy = [&](const char* which) {
    const json answer = answerOf({"stats", "--json", "--by", "step", "--steps", "0..", "--steps-by", which, file});
    std::vector<std::string> names;
    for (const json& row : answer.at("rows")) {
      names.push_back(row.at("name"));
    }
    return names;
  };
  const json rounds = answerOf({"steps", "--json", "--steps", "rounds", file}).at("steps");
  EXPECT_THAT(rowsBy("recorded"), testing::Contains(HasSubstr("0: ProfilerStep#")));
  EXPECT_THAT(rowsBy("rounds"), testing::Not(testing::Contains(HasSubstr("ProfilerStep#"))));
  EXPECT_GE(rowsBy("rounds").size(), rounds.size());
}

TEST(Steps, comeWithAllThatMayBeTheSteps) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json answer = answerOf({"steps", "--json", file});
  const json& candidates = answer.at("candidates");
  ASSERT_GE(candidates.size(), 2U);
  EXPECT_EQ(candidates[0],
            (json{{"source", "recorded"}, {"name", "ProfilerStep#"}, {"steps", answer.at("steps").size()}}));
  EXPECT_EQ(answerOf({"steps", "--json", "--steps", "rounds", file}).at("candidates"), candidates);
  for (const json& candidate : candidates) {
    const std::string name = candidate.at("name");
    if (candidate.at("source") == "annotation" || candidate.at("source") == "function") {
      EXPECT_EQ(answerOf({"steps", "--json", "--steps", name, file}).at("steps").size(), candidate.at("steps")) << name;
    }
  }
  const std::string text = kernline({"steps", file}).out;
  EXPECT_THAT(text, HasSubstr("Possible steps"));
  EXPECT_THAT(text, mentions("recorded-as", "ProfilerStep#"));
}

TEST(Steps, ofVllmSayWhatTheirBatchIs) {
  const std::string file = fixture("torch-rocm-vllm-graph.json.gz");
  const json answer = answerOf({"steps", "--json", file});
  ASSERT_EQ(answer.at("steps").size(), 1U);
  EXPECT_EQ(answer.at("source"), "annotation");
  EXPECT_EQ(answer.at("steps")[0].at("inference"), (json{{"kind", "decode"},
                                                         {"requests", 32},
                                                         {"context_requests", 0},
                                                         {"tokens", 32},
                                                         {"context_tokens", 0},
                                                         {"kv_tokens", 55086}}));
  const ProgramRun text = kernline({"steps", file});
  EXPECT_THAT(text.out, HasSubstr("Iterations by batch"));
  EXPECT_THAT(text.out, HasSubstr("device per token"));
}

TEST(Steps, ofSglangAreItsOutermostIterations) {
  const json answer = answerOf({"steps", "--json", fixture("torch-rocm-sglang-decode.json.gz")});
  ASSERT_EQ(answer.at("steps").size(), 1U);
  EXPECT_EQ(answer.at("steps")[0].at("inference").at("kv_tokens"), 32785);
  const json inner =
      answerOf({"steps", "--json", "--steps", "step[DECODE bs=32]", fixture("torch-rocm-sglang-decode.json.gz")});
  EXPECT_EQ(inner.at("source"), "given");
  EXPECT_EQ(inner.at("steps")[0].at("inference").at("requests"), 32);
}

class StepsOfEngines : public testing::TestWithParam<const char*> {};

TEST_P(StepsOfEngines, haveTheFiguresOfAnIndependentCount) {
  const std::string path = std::string_view(GetParam()).contains('/') ? shared(GetParam()) : fixture(GetParam());
  const IndependentCount count = countIndependently(path);
  // execute[_N]_context_R(T…)_generation_R(T…): requests and tokens of either kind
  const std::regex iteration(
      R"(execute_(?:\d+_)?context_(\d+)\((?:sq)?(\d+)[^)]*\)_generation_(\d+)\((?:sq)?(\d+)[^)]*\))");
  std::vector<json> expected;
  for (const IndependentCount::CompleteEvent& event : count.complete) {
    std::smatch found;
    if (event.category == "user_annotation" && std::regex_match(event.name, found, iteration)) {
      const auto figure = [&](int group) { return std::stoll(found[group].str()); };
      expected.push_back({{"name", event.name},
                          {"requests", figure(1) + figure(3)},
                          {"context_requests", figure(1)},
                          {"tokens", figure(2) + figure(4)},
                          {"context_tokens", figure(2)}});
    }
  }
  const json answer = answerOf({"steps", "--json", path});
  const json& steps = answer.at("steps");
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(steps.size(), expected.size());
  std::int64_t launched = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].at("name"), expected[i].at("name"));
    for (const char* key : {"requests", "context_requests", "tokens", "context_tokens"}) {
      EXPECT_EQ(steps[i].at("inference").at(key), expected[i].at(key)) << key;
    }
    launched += steps[i].at("launched_ns").get<std::int64_t>();
  }
  std::int64_t ran = 0;
  for (const auto& [device, work] : count.deviceActivities()) {
    ran += unionLength(work);
  }
  EXPECT_EQ(launched, ran) << "all device work of these traces is of their iterations";
}

INSTANTIATE_TEST_SUITE_P(Files, StepsOfEngines,
                         testing::Values("torch-rocm-vllm-graph.json.gz", "torch-rocm-sglang-decode.json.gz",
                                         "traces/torch/tracelens_b200_eager_rank0of8.json.gz"));

TEST(Steps, saysWhichPhaseHoldsThePeakOfMemory) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json steps = answerOf({"steps", "--json", file}).at("steps");
  for (const json& step : steps) {
    EXPECT_EQ(step.at("peak_phase"), "backward");
    for (const json& phase : step.at("phases")) {
      if (phase.at("name") == "communication") {
        continue;
      }
      const json& memory = phase.at("memory")[0];
      EXPECT_EQ(memory.at("holds_peak"), phase.at("name") == "backward");
      EXPECT_EQ(memory.at("peak_allocated_bytes"), phase.at("peak_allocated_bytes"));
      EXPECT_LE(memory.at("peak_allocated_bytes"), step.at("peak_allocated_bytes"));
    }
  }
  const ProgramRun text = kernline({"steps", file});
  EXPECT_THAT(text.out, HasSubstr("Memory of phases"));
  EXPECT_THAT(text.out, HasSubstr(" in backward"));
}

TEST(Steps, areSilentAboutMemoryThatIsNotRecorded) {
  const std::string file = fixture("torch-rocm-vllm-graph.json.gz");
  const json step = answerOf({"steps", "--json", file}).at("steps")[0];
  EXPECT_FALSE(step.contains("peak_phase"));
  EXPECT_TRUE(step.at("peak_allocated_bytes").is_null());
  EXPECT_FALSE(step.at("phases")[0].contains("memory"));
  EXPECT_EQ(kernline({"steps", file}).out.find("Memory of phases"), std::string::npos);
}

TEST(Steps, areChosenByName) {
  const std::string file = fixture("h200-attention-original.json.gz");
  const json found = answerOf({"steps", "--json", file});
  EXPECT_EQ(found.at("source"), "annotation");
  const json rounds = answerOf({"steps", "--json", "--steps", "rounds", file});
  EXPECT_EQ(rounds.at("source"), "rounds");
  EXPECT_EQ(answerOf({"steps", "--json", "--limit", "3", file}).at("steps").size(), 3U);
}

TEST(Steps, areOneLineEachInCsv) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const ProgramRun run = kernline({"steps", "--csv", file});
  const auto lines = static_cast<std::size_t>(std::ranges::count(run.out, '\n'));
  EXPECT_EQ(lines, 1 + answerOf({"steps", "--json", file}).at("steps").size());
  EXPECT_TRUE(run.out.starts_with("index,process,rank,name,start_ns,"));
  const std::string head = run.out.substr(0, run.out.find('\n'));
  const std::string first = run.out.substr(head.size() + 1, run.out.find('\n', head.size() + 1) - head.size() - 1);
  EXPECT_EQ(std::ranges::count(head, ','), std::ranges::count(first, ','));
}

TEST(Steps, haveTheMeansOfSampledCounters) {
  const std::string file = fixture("recordings/counters.json.gz");
  const json steps = answerOf({"steps", "--json", file}).at("steps");
  const json counters = steps.at(5).at("counters");
  ASSERT_EQ(counters.size(), 6U);
  EXPECT_EQ(counters[1].at("series"), "tensor pipe");
  EXPECT_EQ(counters[1].at("unit"), "%");
  EXPECT_EQ(counters[1].at("device"), 0);
  EXPECT_NEAR(counters[1].at("mean").get<double>(), 94, 3);
  EXPECT_LE(counters[1].at("sampled_ns"), steps.at(5).at("duration_ns"));
  const std::string text = kernline({"steps", file}).out;
  EXPECT_THAT(text, HasSubstr("Counters during steps"));
  EXPECT_THAT(text, HasSubstr("tensor pipe"));
  const std::string other = fixture("h200-profiler-steps.json.gz");
  EXPECT_FALSE(answerOf({"steps", "--json", other}).at("steps").at(0).contains("counters"));
  EXPECT_THAT(kernline({"steps", other}).out, Not(HasSubstr("Counters")));
}

TEST(Steps, chooseTheRangeOfOtherCommands) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json steps = answerOf({"steps", "--json", file}).at("steps");
  const std::int64_t begin = steps[1].at("start_ns").get<std::int64_t>();
  const std::int64_t end = steps[2].at("start_ns").get<std::int64_t>() + steps[2].at("duration_ns").get<std::int64_t>();
  const std::string range = "@" + std::to_string(begin) + "..@" + std::to_string(end);
  for (const char* command : {"stats", "calltree", "events"}) {
    const ProgramRun bySteps = kernline({command, "--json", "--steps", "1..2", file});
    EXPECT_EQ(bySteps.code, 0) << bySteps.err;
    EXPECT_EQ(bySteps.out, kernline({command, "--json", "--range", range, file}).out) << command;
  }
  EXPECT_EQ(kernline({"stats", "--steps", "1..2", "--range", "1ms..2ms", file}).code, 2);
  EXPECT_EQ(kernline({"stats", "--steps", "two", file}).code, 2);
  const ProgramRun beyond = kernline({"stats", "--steps", "99", file});
  EXPECT_EQ(beyond.code, 1);
  EXPECT_THAT(beyond.err, mentions("last-step-is", anyValue));
  EXPECT_EQ(kernline({"stats", "--steps", "0", fixture("chrome-trivial.json")}).code, 1);
}

TEST(Steps, thatAreNotThereAreASentence) {
  const ProgramRun none = kernline({"steps", fixture("chrome-trivial.json")});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, mentions("no-steps-found"));
  EXPECT_EQ(none.out, "");
  const ProgramRun unknown = kernline({"steps", "--steps", "nothing", fixture("h200-profiler-steps.json.gz")});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err,
              HasSubstr("no span of a thread matches \"nothing\"; kernline steps lists the possible ones"));
  const ProgramRun unrecorded =
      kernline({"steps", "--steps-by", "recorded", fixture("h200-attention-original.json.gz")});
  EXPECT_EQ(unrecorded.code, 1);
  EXPECT_THAT(unrecorded.err, HasSubstr("no steps are recorded; kernline steps lists the possible ones"));
  EXPECT_EQ(kernline({"steps", "--steps-by", "(", fixture("h200-profiler-steps.json.gz")}).code, 2);
}

TEST(Steps, areChosenByOneOptionWhateverTheCommand) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json rounds = answerOf({"steps", "--json", "--steps-by", "rounds", file});
  EXPECT_EQ(rounds["source"], "rounds");
  EXPECT_EQ(answerOf({"steps", "--json", "--steps", "rounds", file})["steps"], rounds["steps"]) << "as it was called";
  const auto compared = [&](const char* option) {
    return answerOf({"compare", "--json", option, "ProfilerStep#3", file, file})["runs"][0]["steps"];
  };
  EXPECT_EQ(compared("--steps-by"), compared("--step"));
  for (const char* command : {"steps", "compare"}) {
    EXPECT_FALSE(kernline({command, "--help"}).out.contains("--step ")) << "old spellings are not listed";
    EXPECT_THAT(kernline({command, "--help"}).out, HasSubstr("--steps-by"));
  }
  EXPECT_EQ(kernline({"steps", "--steps", "rounds", "--steps-by", "rounds", file}).code, 2);
}

TEST(Steps, haveOneNameForTheirTimesInAllAnswers) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const json steps = answerOf({"steps", "--json", file})["steps"];
  const json summary = answerOf({"summary", "--json", file});
  ASSERT_EQ(summary["steps"].size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(summary["steps"][i]["device_ns"], steps[i]["device_ns"]);
    EXPECT_EQ(summary["steps"][i]["duration_ns"], steps[i]["duration_ns"]);
  }
}

TEST(Devices, haveOneNameInAllAnswers) {
  const std::string file = shared("h200/Flash_seq256_trace.json.gz");
  const json summary = answerOf({"summary", "--json", file})["devices"][0];
  EXPECT_EQ(summary["device_name"], "NVIDIA H200");
  const json compared = answerOf({"compare", "--json", file, file})["runs"][0];
  const json memory = answerOf({"memory", "--json", file})["devices"][0];
  for (const json& other : {compared, memory}) {
    EXPECT_EQ(other["device_name"], summary["device_name"]);
    EXPECT_EQ(other["device_title"], summary["device_title"]);
  }
}

TEST(StepsCommand, givesEachStepWithoutTheProfiler) {
  const std::string trace = fixture("h200-profiler-steps.json.gz");
  const json steps = answerOf({"steps", "--json", trace});
  const json replayed = answerOf({"whatif", "--json", trace});
  ASSERT_FALSE(steps.at("without_profiler").is_null());
  EXPECT_EQ(steps.at("without_profiler").at("step_ns"), replayed.at("step").at("undisturbed_ns"));
  EXPECT_EQ(steps.at("without_profiler").at("recorded_ns"), replayed.at("step").at("recorded_ns"));
  for (const json& step : steps.at("steps")) {
    EXPECT_GT(step.at("undisturbed_ns"), 0);
    EXPECT_LT(step.at("undisturbed_ns"), step.at("duration_ns"));
  }
  EXPECT_THAT(kernline({"steps", trace}).out, HasSubstr("without the profiler a step takes about "));
}

}  // namespace
}  // namespace kernline::test
