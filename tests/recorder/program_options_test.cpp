// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/program_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::recorder {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

std::expected<ProgramOptions, std::string> read(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  return readProgramOptions(arguments);
}

std::string problemOf(std::vector<std::string> words) {
  const auto options = read(std::move(words));
  return options ? "nothing is wrong" : options.error();
}

TEST(ProgramOptions, takeEverythingBehindTheDashesAsTheProgram) {
  const auto options = read({"-o", "out.json", "--delay", "1.5", "--duration=300ms", "--", "python", "-o", "--to"});
  ASSERT_TRUE(options.has_value()) << options.error();
  EXPECT_THAT(options->command, ElementsAre("python", "-o", "--to"));
  EXPECT_EQ(options->out, "out.json");
  EXPECT_EQ(options->delay, milliseconds(1500));
  EXPECT_EQ(options->duration, milliseconds(300));
  EXPECT_FALSE(options->toStandardOutput);
}

TEST(ProgramOptions, sampleProgramCountersEveryPowerOfTwoOfCycles) {
  EXPECT_EQ(read({"--", "a"})->sourceExponent, 0U);
  EXPECT_EQ(read({"--source", "--", "a"})->sourceExponent, 12U);
  EXPECT_EQ(read({"--source=1024", "--", "a"})->sourceExponent, 10U);
  EXPECT_THAT(problemOf({"--source=1000", "--", "a"}), HasSubstr("a power of two of cycles"));
}

TEST(ProgramOptions, takeHowMuchIsRecordedOfPyTorch) {
  EXPECT_EQ(toText(read({"--", "a"})->torch), "ops,shapes");
  EXPECT_EQ(toText(read({"--torch=off", "--", "a"})->torch), "off");
  EXPECT_EQ(toText(read({"--torch", "--", "a"})->torch), "ops,shapes");
  EXPECT_EQ(toText(read({"--torch=ops", "--", "a"})->torch), "ops");
  EXPECT_EQ(toText(read({"--torch=modules,shapes", "--", "a"})->torch), "ops,shapes,modules");
  EXPECT_EQ(toText(read({"--torch=stacks", "--", "a"})->torch), "ops,stacks");
  for (const char* option : {"--torch=memories", "--torch=", "--torch=ops,off"}) {
    EXPECT_THAT(problemOf({option, "--", "a"}),
                HasSubstr("takes off, or a comma-separated list of ops, shapes, modules and stacks"));
  }
}

TEST(ProgramOptions, takeWhichCallsAreRecorded) {
  EXPECT_EQ(read({"--", "a"})->calls, RecordedCalls::All);
  EXPECT_EQ(read({"--calls=none", "--", "a"})->calls, RecordedCalls::None);
  EXPECT_EQ(read({"--calls", "launches", "--", "a"})->calls, RecordedCalls::Launches);
  EXPECT_THAT(problemOf({"--calls=some", "--", "a"}), HasSubstr("none, launches or all, not \"some\""));
}

TEST(ProgramOptions, takeWhenAnArmedRecorderRecords) {
  EXPECT_FALSE(read({"--", "a"})->isArmed);
  EXPECT_TRUE(read({"--arm", "--", "a"})->isArmed);
  EXPECT_EQ(read({"--arm", "--", "a"})->windows, 0);
  EXPECT_EQ(read({"--arm", "--windows", "3", "--", "a"})->windows, 3);
  EXPECT_EQ(read({"--steps=10..12", "--", "a"})->steps, (StepRange{10, 12}));
  EXPECT_EQ(read({"--steps=10..12", "--", "a"})->windows, 1);
  EXPECT_EQ(read({"--when", "step>1.3*median", "--", "a"})->when.slowStep, 1.3);
  EXPECT_EQ(read({"--when", "step>1.3*median", "--", "a"})->windows, 1);
  EXPECT_THAT(problemOf({"--steps=0", "--", "a"}), HasSubstr("steps of the program from 1"));
  EXPECT_THAT(problemOf({"--windows=0", "--", "a"}), HasSubstr("a number from 1"));
  EXPECT_THAT(problemOf({"--steps=1", "--when=step>2*median", "--", "a"}), HasSubstr("either --steps or --when"));
  EXPECT_THAT(problemOf({"--arm", "--delay=1", "--", "a"}), HasSubstr("--delay does not go with --arm"));
  EXPECT_THAT(problemOf({"--arm", "--to", "-", "--", "a"}), HasSubstr("write files"));
}

TEST(ProgramOptions, takeSeveralConditions) {
  const auto options = read({"--when", "exception", "--when=oom", "--when", "idle > 30%", "--", "a"});
  ASSERT_TRUE(options.has_value()) << options.error();
  EXPECT_TRUE(options->isArmed);
  EXPECT_EQ(options->when.count(), 3);
  EXPECT_EQ(options->when.idleShare, 0.3);
  EXPECT_EQ(options->keep, KeepLimits{});  // they are about what came before
  EXPECT_EQ(options->windows, 0);          // each begins one
  EXPECT_FALSE(read({"--when", "step>1.3*median", "--", "a"})->keep.has_value());
  EXPECT_EQ(read({"--when", "oom", "--delay", "60", "--", "a"})->delay, std::chrono::minutes(1));
  EXPECT_THAT(problemOf({"--when=crash", "--", "a"}), HasSubstr("exception or oom, not \"crash\""));
  EXPECT_THAT(problemOf({"--when=idle>130%", "--", "a"}), HasSubstr("below 100 %"));
  EXPECT_THAT(problemOf({"--when=step>1", "--", "a"}), HasSubstr("step>1.3*median"));
}

TEST(ProgramOptions, takeWhatIsKept) {
  EXPECT_EQ(read({"--arm", "--keep", "30s", "--", "a"})->keep->time, std::chrono::seconds(30));
  const auto both = read({"--arm", "--keep=2.5s,256MB", "--when=oom", "--", "a"});
  EXPECT_EQ(both->keep, (KeepLimits{.time = milliseconds(2500), .bytes = 256'000'000}));
  EXPECT_EQ(read({"--keep=2GB", "--", "a"})->keep, (KeepLimits{.bytes = 2'000'000'000}));
  EXPECT_TRUE(read({"--keep=2GB", "--", "a"})->isArmed);
  for (const char* limits : {"", "0s", "10s,", "10s,20s", "1GB,1GB", "5MB", "10kB", "2h", "-1s", "lots"}) {
    EXPECT_THAT(problemOf({std::string("--keep=") + limits, "--", "a"}), HasSubstr("or both as in 10s,256MB"))
        << limits;
  }
  EXPECT_THAT(problemOf({"--keep=10s", "--steps=3", "--", "a"}), HasSubstr("no time before its steps"));
  EXPECT_THAT(problemOf({"--keep=10s", "--source", "--", "a"}), HasSubstr("cannot be kept"));
  EXPECT_THAT(problemOf({"--keep=10s", "--profile=a", "--", "a"}), HasSubstr("cannot be kept"));
}

TEST(ProgramOptions, chooseCountersAndHowOftenTheyAreSampled) {
  EXPECT_TRUE(read({"--", "a"})->counters.metrics.empty());
  EXPECT_EQ(read({"--counters", "--", "a"})->counters.metrics.size(), 6U);
  const auto options = read({"--counters=sm,l2", "--every", "50us", "--", "a"});
  ASSERT_TRUE(options.has_value()) << options.error();
  EXPECT_EQ(options->counters.metrics.at(1).series, "L2");
  EXPECT_EQ(options->counters.interval, std::chrono::microseconds(50));
  EXPECT_EQ(problemOf({"--duraton", "2", "--", "a"}), "unknown option --duraton; did you mean --duration?");
  EXPECT_THAT(problemOf({"--counters=tensr", "--", "a"}), HasSubstr("did you mean tensor?"));
  EXPECT_THAT(problemOf({"--every", "50us", "--", "a"}), HasSubstr("needs --counters"));
  EXPECT_THAT(problemOf({"--every", "1us", "--", "a"}), HasSubstr("at least 10 us"));
  EXPECT_THAT(problemOf({"--every", "often", "--", "a"}), HasSubstr("100us"));
}

TEST(ProgramOptions, nameTheKernelsThatAreCounted) {
  EXPECT_TRUE(read({"--", "a"})->profile.pattern.empty());
  EXPECT_EQ(read({"--profile", "gemm", "--", "a"})->profile.metrics, readMetricSet(defaultMetrics).value());
  const auto options = read({"--profile=flash.*", "--launches", "5", "--metrics=sm__cycles_active.avg", "--", "a"});
  ASSERT_TRUE(options.has_value()) << options.error();
  EXPECT_EQ(options->profile.pattern, "flash.*");
  EXPECT_EQ(options->profile.launches, 5U);
  EXPECT_THAT(options->profile.metrics, ElementsAre("sm__cycles_active.avg"));
  EXPECT_THAT(problemOf({"--profile", "a(", "--", "a"}), HasSubstr("no regular expression"));
  EXPECT_THAT(problemOf({"--profile", "a", "--launches", "0", "--", "a"}), HasSubstr("from 1"));
  EXPECT_THAT(problemOf({"--profile", "a", "--metrics", "basik", "--", "a"}), HasSubstr("did you mean basic?"));
  EXPECT_THAT(problemOf({"--metrics", "basic", "--", "a"}), HasSubstr("need --profile"));
  EXPECT_THAT(problemOf({"--profile", "a", "--counters", "--", "a"}), HasSubstr("either --counters or --profile"));
  EXPECT_THAT(problemOf({"--source", "--counters", "--", "a"}), HasSubstr("either --counters or --source"));
  EXPECT_THAT(problemOf({"--source", "--profile", "a", "--", "a"}), HasSubstr("either --source or --profile"));
}

TEST(ProgramOptions, streamToStandardOutput) {
  EXPECT_TRUE(read({"--to", "-", "--", "a"})->toStandardOutput);
  EXPECT_TRUE(read({"-o", "-", "--", "a"})->toStandardOutput);
}

TEST(ProgramOptions, recordTheCaller) {
  const auto options = read({"--caller", "-o", "run.json", "--", "python", "train.py"});
  EXPECT_TRUE(options->isCaller);
  EXPECT_EQ(options->command.size(), 2U);
  EXPECT_THAT(problemOf({"--caller", "--to", "-", "--", "a"}), HasSubstr("use -o FILE"));
}

TEST(ProgramOptions, sayWhatIsWrong) {
  EXPECT_THAT(problemOf({}), HasSubstr("after --"));
  EXPECT_THAT(problemOf({"--"}), HasSubstr("after --"));
  EXPECT_THAT(problemOf({"python", "train.py"}), HasSubstr("put -- before"));
  EXPECT_THAT(problemOf({"--dealy", "1", "--", "a"}), HasSubstr("--dealy"));
  EXPECT_THAT(problemOf({"--delay"}), HasSubstr("needs a value"));
  EXPECT_THAT(problemOf({"-o", "", "--", "a"}), HasSubstr("needs a value"));
  EXPECT_THAT(problemOf({"--to", "file", "--", "a"}), HasSubstr("-o file"));
  EXPECT_THAT(problemOf({"--to", "-", "-o", "x", "--", "a"}), HasSubstr("not both"));
  for (const char* time : {"x", "-1", "1h", "nan", "inf", "1e99", "", "1.5.2"}) {
    EXPECT_THAT(problemOf({"--delay", time, "--", "a"}), HasSubstr("time in seconds")) << time;
  }
}

TEST(ProgramOptions, makeANameOfTheProgramAndTheTime) {
  ::setenv("TZ", "UTC", 1);
  EXPECT_EQ(defaultOutput({"/usr/bin/python3", "x"}, 1'700'000'000), "python3-20231114-221320.json");
}

}  // namespace
}  // namespace kernline::recorder
