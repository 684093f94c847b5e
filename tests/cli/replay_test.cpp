// SPDX-License-Identifier: GPL-3.0-or-later
// kernline replay, with programs that answer in place of Python.
#include "tests/cli/program_run.h"
#include "tests/support/fake_python.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string trainingSteps() {
  return fixture("h200-profiler-steps.json.gz");
}

json replayOf(std::vector<std::string> arguments) {
  const FakePython python;
  arguments.insert(arguments.begin(), {"replay", "--json", "--python", python.path()});
  return answerOf(arguments);
}

std::int64_t sumOfMember(const json& rows, const char* member) {
  std::int64_t sum = 0;
  for (const json& row : rows) {
    sum += row.at(member).get<std::int64_t>();
  }
  return sum;
}

TEST(ReplayCommand, runsTheOperatorsOfTheStepInTheMiddle) {
  const json answer = replayOf({trainingSteps(), "--top", "0"});
  EXPECT_EQ(answer.at("step").at("index"), 2);
  EXPECT_EQ(answer.at("step").at("listed"), true);
  const json& rows = answer.at("rows");
  ASSERT_GE(rows.size(), 20U);
  EXPECT_EQ(sumOfMember(rows, "device_ns"), answer.at("device_ns"));
  EXPECT_EQ(answer.at("device_ns"), answerOf({"work", "--json", "--steps", "2", trainingSteps()}).at("kernel_ns"));
  std::set<std::string> ids;
  std::int64_t measured = 0;
  for (const json& row : rows) {
    ids.insert(row.at("id"));
    EXPECT_EQ(row.at("calls"), row.at("calls_in_step"));
    if (row.at("operator") == "aten::sum") {
      EXPECT_EQ(row.at("reason"), "out of luck");
      EXPECT_TRUE(row.at("alone_ns").is_null());
      continue;
    }
    EXPECT_TRUE(row.at("reason").is_null());
    EXPECT_EQ(row.at("alone_ns"), row.at("recorded_ns").get<std::int64_t>() / 2);
    EXPECT_NEAR(row.at("ratio").get<double>(), 2, 0.01);
    EXPECT_EQ(row.at("samples"), 30);
    EXPECT_EQ(row.at("chosen_values"), json({"index: zeros"}));
    measured += row.at("device_ns").get<std::int64_t>();
    if (!row.at("share_of_roofline").is_null()) {
      EXPECT_NEAR(row.at("alone_share_of_roofline").get<double>(), 2 * row.at("share_of_roofline").get<double>(), 0.01);
    }
  }
  EXPECT_EQ(ids.size(), rows.size());
  EXPECT_EQ(answer.at("measured").at("device"), "NVIDIA H200");
  EXPECT_EQ(answer.at("measured").at("recorded_ns"), measured);
  ASSERT_EQ(answer.at("not_replayed").size(), 1U);
  const json& left = answer.at("not_replayed")[0];
  EXPECT_EQ(left.at("operators"), json({"aten::sum"}));
  EXPECT_EQ(left.at("device_ns").get<std::int64_t>() + measured, answer.at("device_ns"));
}

TEST(ReplayCommand, agreesWithTheWorkOfTheOperators) {
  const json work = answerOf({"work", "--json", "--steps", "2", trainingSteps()});
  const json answer = replayOf({trainingSteps(), "--steps", "2", "--top", "0"});
  EXPECT_EQ(answer.at("device_ns"), work.at("kernel_ns"));
  EXPECT_FALSE(answer.at("step").at("listed").get<bool>());
  const auto flopsOf = [](const json& rows) {
    std::multiset<double> flops;
    for (const json& row : rows) {
      if (row.at("operator") == "aten::mm" || row.at("operator") == "aten::addmm") {
        flops.insert(row.at("flops").get<double>());
      }
    }
    return flops;
  };
  EXPECT_FALSE(flopsOf(answer.at("rows")).empty());
  EXPECT_EQ(flopsOf(answer.at("rows")), flopsOf(work.at("rows")));
}

TEST(ReplayCommand, listsTheDistinctCallsOfAName) {
  const json all = replayOf({trainingSteps(), "--op", "aten::mm"});
  EXPECT_EQ(all.at("step").at("listed"), false);
  ASSERT_EQ(all.at("rows").size(), 3U);
  for (const json& row : all.at("rows")) {
    EXPECT_EQ(row.at("operator"), "aten::mm");
    EXPECT_EQ(row.at("calls"), 4);
    EXPECT_EQ(row.at("calls_in_step"), 1);
    EXPECT_LE(row.at("recorded_low_ns"), row.at("recorded_ns"));
    EXPECT_LE(row.at("recorded_ns"), row.at("recorded_high_ns"));
  }
  EXPECT_EQ(replayOf({trainingSteps(), "--op", "mm$"}).at("rows").size(), 5U) << "with aten::addmm";
  const json linear = replayOf({trainingSteps(), "--op", "aten::linear"});
  ASSERT_EQ(linear.at("rows").size(), 2U) << "which launches by aten::addmm";
  EXPECT_EQ(linear.at("rows")[0].at("kernels"),
            replayOf({trainingSteps(), "--op", "aten::addmm"}).at("rows")[0].at("kernels"));
}

TEST(ReplayCommand, takesTheCallAtATime) {
  const json calls = answerOf({"events", "--json", "--name", "^aten::mm$", trainingSteps()}).at("events");
  ASSERT_EQ(calls.size(), 12U);
  const auto start = calls[4].at("start_ns").get<std::int64_t>();
  const json inside = replayOf({trainingSteps(), "--op", "aten::mm", "--at", "@" + std::to_string(start + 1)});
  ASSERT_EQ(inside.at("rows").size(), 1U);
  EXPECT_EQ(inside.at("rows")[0].at("calls"), 1);
  EXPECT_EQ(inside.at("rows")[0].at("recorded_low_ns"), inside.at("rows")[0].at("recorded_high_ns"));
  const auto behind = calls[3].at("start_ns").get<std::int64_t>() + calls[3].at("duration_ns").get<std::int64_t>();
  EXPECT_EQ(replayOf({trainingSteps(), "--op", "aten::mm", "--at", "@" + std::to_string(behind)}), inside)
      << "the next one";
  const ProgramRun none = kernline({"replay", trainingSteps(), "--op", "aten::mm", "--at", "1h"});
  EXPECT_EQ(none.code, 2) << "no unit";
  const ProgramRun late = kernline({"replay", trainingSteps(), "--op", "aten::mm", "--at", "1min"});
  EXPECT_EQ(late.code, 1);
  EXPECT_THAT(late.err, HasSubstr("no operator aten::mm at 1min or after it"));
}

TEST(ReplayCommand, writesTheProgramThatItRuns) {
  const TemporaryFile script("", ".py");
  const ProgramRun run = kernline({"replay", trainingSteps(), "--top", "3", "--write", script.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("in the run"), HasSubstr("--top 0"), Not(HasSubstr("alone on"))));
  const ProgramRun compiled = kernline({"-m", "py_compile", script.path()}, {.program = "/usr/bin/python3"});
  EXPECT_EQ(compiled.code, 0) << compiled.err;
  const std::string text = readFile(script.path());
  const std::size_t begin = text.find("CASES = ");
  const std::string cases = text.substr(begin, text.find("]''')\n") + 6 - begin);
  EXPECT_EQ(cases, readFile(KERNLINE_SOURCE_DIR "/tests/golden/replay-cases.expected"));
  const json dry = json::parse(kernline({"replay", "--json", trainingSteps(), "--write", script.path()}).out);
  EXPECT_TRUE(dry.at("measured").is_null());
  EXPECT_TRUE(dry.at("not_replayed").empty());
}

TEST(ReplayCommand, joinsResultsOfAnotherMachine) {
  const TemporaryFile script("", ".py");
  ASSERT_EQ(kernline({"replay", trainingSteps(), "--top", "0", "--write", script.path()}).code, 0);
  const FakePython python;
  const ProgramRun run = kernline({script.path(), "--json", "--l2", "warm"}, {.program = python.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  const TemporaryFile results(run.out);
  const json joined = answerOf({"replay", "--json", trainingSteps(), "--measured", results.path()});
  json measured = replayOf({trainingSteps(), "--l2", "warm", "--top", "0"});
  EXPECT_EQ(joined.at("measured").at("l2"), "warm");
  for (std::size_t i = 0; i < joined.at("rows").size(); ++i) {
    EXPECT_EQ(joined.at("rows")[i], measured.at("rows")[i]);
  }
  const json other = answerOf({"replay", "--json", fixture("h200-attention-original.json.gz"), "--measured",
                               results.path(), "--op", "aten::softmax"});
  EXPECT_EQ(other.at("rows")[0].at("reason"), "not in the results");
}

TEST(ReplayCommand, writesAsPeopleRead) {
  const FakePython python;
  const ProgramRun run = kernline({"replay", trainingSteps(), "--python", python.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("step 2 (ProfilerStep#4) of 0 to 3"));
  EXPECT_THAT(run.out, HasSubstr("alone on NVIDIA H200, PyTorch 2.11.0, L2 cold"));
  EXPECT_THAT(run.out, HasSubstr("2.00×"));
  EXPECT_THAT(run.out, HasSubstr("aten::mm [[256, 512], [512, 1024]] float"));
  EXPECT_THAT(run.out, HasSubstr("2 calls · out of luck: aten::sum"));
  const ProgramRun csv = kernline({"replay", trainingSteps(), "--csv", "--python", python.path(), "--top", "2"});
  EXPECT_THAT(csv.out, StartsWith("operator,input_dims,input_types,input_strides,input_values,calls,"));
  EXPECT_THAT(csv.out, HasSubstr("\naten::addmm,"));
}

TEST(ReplayCommand, countsWhatCannotRun) {
  const json answer = replayOf({shared("formats/inductor/inductor_trace.json.gz"), "--top", "5"});
  EXPECT_LT(answer.at("replayable_ns"), answer.at("device_ns"));
  EXPECT_EQ(answer.at("rows").size(), 5U);
  EXPECT_GT(answer.at("rows_left_out"), 0);
  bool isCounted = false;
  std::int64_t left = 0;
  for (const json& reason : answer.at("not_replayed")) {
    left += reason.at("device_ns").get<std::int64_t>();
    isCounted |= reason.at("operators")[0].get<std::string>().starts_with("triton_");
  }
  EXPECT_TRUE(isCounted);
  EXPECT_GE(left, answer.at("device_ns").get<std::int64_t>() - answer.at("replayable_ns").get<std::int64_t>());
}

TEST(ReplayCommand, saysWhatIsMissingToRun) {
  const ProgramRun none = kernline({"replay", trainingSteps(), "--python", "/nowhere/python"});
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, AllOf(HasSubstr("cannot start /nowhere/python"), HasSubstr("--write FILE.py")));
  EXPECT_EQ(none.out, "");
  const FakePython withoutGpu(R"(print("PyTorch 2.11 finds no GPU", file=sys.stderr); sys.exit(3))");
  const ProgramRun noGpu = kernline({"replay", trainingSteps(), "--python", withoutGpu.path()});
  EXPECT_EQ(noGpu.code, 3);
  EXPECT_THAT(noGpu.err, AllOf(HasSubstr("PyTorch 2.11 finds no GPU;"), HasSubstr("--write FILE.py")));
  const FakePython failing("raise ValueError('broken')");
  const ProgramRun failed = kernline({"replay", trainingSteps(), "--python", failing.path()});
  EXPECT_EQ(failed.code, 4);
  EXPECT_THAT(failed.err, HasSubstr("failed: ValueError: broken"));
  const FakePython talking("print('hello')");
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--python", talking.path()}).code, 4);
  const FakePython importing("print(sys.argv[2:], file=sys.stderr); sys.exit(1)");
  const ProgramRun told = kernline(
      {"replay", trainingSteps(), "--python", importing.path(), "--import", "vllm", "--l2", "warm", "--samples", "7"});
  EXPECT_THAT(told.err, HasSubstr("['--json', '--l2', 'warm', '--samples', '7', '--import', 'vllm']"));
}

TEST(ReplayCommand, refusesWhatItCannotUse) {
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--at", "1ms"}).code, 2) << "without --op";
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--op", "("}).code, 2);
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--op", "aten::mm", "--at", "soon"}).code, 2);
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--l2", "hot"}).code, 2);
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--write", "a.py", "--measured", "b.json"}).code, 2);
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--write", "a.py", "--samples", "3"}).code, 2);
  const ProgramRun unknown = kernline({"replay", trainingSteps(), "--op", "aten::nothing"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("aten::nothing launched no device work"));
  EXPECT_EQ(kernline({"replay", fixture("chrome-trivial.json")}).code, 1);
  const ProgramRun missing = kernline({"replay", trainingSteps(), "--measured", "/nowhere.json"});
  EXPECT_EQ(missing.code, 1);
  const ProgramRun other = kernline({"replay", trainingSteps(), "--measured", fixture("chrome-trivial.json")});
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("run it with --json"));
  EXPECT_EQ(kernline({"replay", trainingSteps(), "--write", "/nowhere/a.py"}).code, 1);
  const TemporaryFile trace(readFile(trainingSteps()));
  EXPECT_EQ(kernline({"replay", trace.path(), "--write", trace.path()}).code, 1) << "over the profile itself";
  EXPECT_EQ(readFile(trace.path()), readFile(trainingSteps()));
}

}  // namespace
}  // namespace kernline::test
