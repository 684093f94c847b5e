// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/run_options.h"

#include <gtest/gtest.h>

#include <chrono>

#include "app/recorder/parameters/compile_log.h"
#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {
namespace {

RunOptions optionsOf(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  return runOptions(arguments);
}

std::string refusal(const std::vector<std::string>& words) {
  try {
    optionsOf(words);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::wrongUsage);
    return failure.what();
  }
  return "taken";
}

TEST(RunOptions, TakeAKernelAndHowToRunIt) {
  const RunOptions options =
      optionsOf({"softmax",   "--set",    "rows=8",   "--sweep", "columns=8,16", "--l2", "warm",
                 "--samples", "7",        "--noise",  "0.01",    "--time-limit", "2.5",  "--device",
                 "1",         "--output", "out.json", "--json",  "--progress",   "json"});
  EXPECT_EQ(options.kernel, "softmax");
  EXPECT_EQ(options.settings.size(), 1U);
  EXPECT_EQ(options.sweeps.front().values.size(), 2U);
  EXPECT_FALSE(options.flushL2);
  EXPECT_EQ(options.stop.maxSamples, 7U);
  EXPECT_LE(options.stop.minSamples, 7U);
  EXPECT_EQ(options.stop.noise, 0.01);
  EXPECT_EQ(options.stop.seconds, 2.5);
  EXPECT_EQ(options.device, 1);
  EXPECT_EQ(options.out, "out.json");
  EXPECT_TRUE(options.json && options.progressJson && options.timeline);
}

TEST(RunOptions, TakeCountersForTheRecording) {
  EXPECT_TRUE(optionsOf({"copy"}).counters.metrics.empty());
  EXPECT_EQ(optionsOf({"copy", "--counters", "-o", "a.json"}).counters.metrics.size(), 6U);
  const RunOptions options = optionsOf({"copy", "--counters=sm,l2", "--every=20us", "-o", "a.json"});
  EXPECT_EQ(options.counters.metrics.size(), 2U);
  EXPECT_EQ(options.counters.interval, std::chrono::microseconds(20));
  EXPECT_EQ(refusal({"copy", "--every", "20us", "-o", "a.json"}),
            "--every needs --counters; it sets the time between samples");
  EXPECT_EQ(refusal({"copy", "--every", "1us", "--counters", "-o", "a.json"}),
            "--every takes at least 10 us; the hardware overflows below");
}

TEST(RunOptions, TakeValuesToTune) {
  const RunOptions options = optionsOf({"mine.cu", "--tune", "BLOCK=128,256", "--tune=STAGES=2,3,4"});
  ASSERT_EQ(options.tuned.size(), 2U);
  EXPECT_EQ(options.tuned[1].name, "STAGES");
  EXPECT_EQ(options.tuned[1].values.size(), 3U);
  EXPECT_EQ(refusal({"mine.cu", "--tune", "BLOCK=128,256", "--sweep", "n=1,2"}),
            "use either --sweep (measure every value) or --tune (find the fastest)");
}

TEST(RunOptions, RefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(refusal({}), "no kernel to run; specify a .cu file or a bundled kernel (kernline record list shows them)");
  EXPECT_EQ(refusal({"copy", "--fast"}), "unknown option --fast; did you mean --set? See kernline record --help");
  EXPECT_EQ(refusal({"copy", "softmax"}), "one kernel per run: copy or softmax");
  EXPECT_EQ(refusal({"copy", "--samples"}), "--samples needs a value");
  EXPECT_EQ(refusal({"copy", "--samples", "0"}), "--samples takes a number from 1 to 1000000, not \"0\"");
  EXPECT_EQ(refusal({"copy", "--noise", "nan"}), "--noise takes a number from 0 to 1, not \"nan\"");
  EXPECT_EQ(refusal({"copy", "--l2", "cold"}), "--l2 takes flush or warm, not \"cold\"");
}

TEST(RunOptions, RequireARecordingForWhatOnlyItShows) {
  const auto problem = [](const std::vector<std::string>& words) {
    try {
      requireRecording(optionsOf(words));
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), ExitCode::wrongUsage);
      return std::string(failure.what());
    }
    return std::string();
  };
  EXPECT_EQ(problem({"copy", "--counters"}), "--counters needs a recording; add -o FILE");
  EXPECT_EQ(problem({"copy", "--blocks"}), "--blocks needs a recording; add -o FILE");
  EXPECT_EQ(problem({"copy", "--source"}), "--source needs a recording; add -o FILE");
  EXPECT_EQ(problem({"copy", "--profile"}), "--profile needs a recording; add -o FILE");
  EXPECT_EQ(problem({"copy", "--source", "--no-timeline", "-o", "a.json"}),
            "--source needs a recording; use -o FILE, without --no-timeline");
  EXPECT_EQ(problem({"copy", "--blocks", "-o", "a.json"}), "");
  EXPECT_EQ(problem({"copy"}), "");
}

TEST(RunOptions, SuggestTheNearestOption) {
  EXPECT_EQ(refusal({"copy", "--blocs"}), "unknown option --blocs; did you mean --blocks? See kernline record --help");
  EXPECT_EQ(refusal({"copy", "--sampels=3"}),
            "unknown option --sampels; did you mean --samples? See kernline record --help");
}

TEST(CompileLog, ErrorsComeWithLineAndColumn) {
  const std::string source = "int a;\n\tvoid f() {\n    a = b;\n}\n";
  const std::string log =
      "my.cu(3): error: identifier \"b\" is undefined\n      a = b;\n          ^\n\n"
      "my.cu(9): warning: nothing\n1 error detected in the compilation of \"my.cu\".\n";
  const std::vector<CompileError> errors = compileErrors(log, "my.cu", source);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].line, 3);
  EXPECT_EQ(errors[0].column, 9);
  EXPECT_EQ(errors[0].text, "identifier \"b\" is undefined");
  EXPECT_EQ(errors[0].code, "    a = b;");
}

TEST(CompileLog, WhatHasNoPlaceIsStillSaid) {
  const std::vector<CompileError> errors = compileErrors("nvrtc: error: invalid value for -arch", "my.cu", "");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].line, 0);
  EXPECT_EQ(errors[0].text, "nvrtc: error: invalid value for -arch");
}

}  // namespace
}  // namespace kernline::recorder
