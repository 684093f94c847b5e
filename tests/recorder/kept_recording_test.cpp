// SPDX-License-Identifier: Apache-2.0
// Recorders that keep the latest events, with a program that sends what the injected library would (sending_program/).
#include "app/recorder/io/kept_recording.h"

#include "core/model/trace/trace.h"
#include "tests/recorder/made_events.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>

namespace kernline::recorder {
namespace {

using kernline::test::readFile;
using std::chrono::milliseconds;
using testing::HasSubstr;

class KeptProgram : public testing::Test {
 protected:
  void SetUp() override {
    m_folder = std::filesystem::temp_directory_path() / ("kernline-kept-test-" + std::to_string(::getpid()));
    std::filesystem::create_directory(m_folder);
    options.out = (m_folder / "run.json").string();
    options.isArmed = true;
    options.keep = KeepLimits{.time = milliseconds(500)};
    options.duration = milliseconds(200);
  }
  void TearDown() override { std::filesystem::remove_all(m_folder); }

  void start(const std::string& program) {
    options.command = {KERNLINE_SENDING_PROGRAM, program};
    m_recorder = ::fork();
    if (m_recorder == 0) {
      ::_exit(KeptRecording(options, test::madeHeader(), "/nowhere/libkernline-inject.so").run());
    }
  }
  [[nodiscard]] int exitCode() const {
    int status = -1;
    ::waitpid(m_recorder, &status, 0);
    return exitCodeOf(status);
  }
  [[nodiscard]] bool isThere(const std::string& file) const { return std::filesystem::exists(m_folder / file); }
  [[nodiscard]] nlohmann::json document(const std::string& file) const {
    return nlohmann::json::parse(readFile((m_folder / file).string()));
  }

  /// Times of what a file holds, in ms.
  struct Span {
    double begin = std::numeric_limits<double>::max();
    double end = 0;
    double mark = -1;
    int kernels = 0;
  };
  static Span spanOf(const nlohmann::json& document) {
    Span span;
    for (const auto& event : document["traceEvents"]) {
      if (event["ph"] == "M") {
        continue;
      }
      constexpr double microseconds = 1000;
      const double time = event["ts"].get<double>() / microseconds;
      span.begin = std::min(span.begin, time);
      span.end = std::max(span.end, time);
      span.mark = event["ph"] == "i" ? time : span.mark;
      span.kernels += event.value("cat", "") == "kernel" ? 1 : 0;
    }
    return span;
  }

  ProgramOptions options;
  std::filesystem::path m_folder;
  pid_t m_recorder = -1;
};

TEST_F(KeptProgram, aFileHasTheTimeBeforeItWasAskedFor) {
  start("isRecordedAllTheTime");
  std::this_thread::sleep_for(milliseconds(1300));
  EXPECT_FALSE(isThere("run.json"));
  ::kill(m_recorder, SIGUSR2);
  std::this_thread::sleep_for(milliseconds(900));
  ::kill(m_recorder, SIGUSR2);
  EXPECT_EQ(exitCode(), 7);
  for (const char* file : {"run.json", "run-2.json"}) {
    const auto recording = document(file);
    const Span span = spanOf(recording);
    EXPECT_GT(span.end - span.begin, 600) << file;
    EXPECT_LT(span.end - span.begin, 2500) << file;
    EXPECT_GT(span.kernels, 20) << file;
    const auto& footer = recording["kernlineFooter"];
    EXPECT_EQ(footer["records"]["kernel"], span.kernels) << file;
    EXPECT_EQ(footer["dropped"], 0) << file;
    EXPECT_EQ(footer["ended"], "the recording time ended") << file;
    EXPECT_THAT(footer["notes"][0].get<std::string>(), HasSubstr("begins 0.5 s before")) << file;
    const auto trace = load((m_folder / file).string());
    ASSERT_TRUE(trace.has_value());
    EXPECT_TRUE((*trace)->report().isClean()) << file;
    EXPECT_EQ((*trace)->spanCount(), 2 * static_cast<std::size_t>(span.kernels)) << file;
  }
}

TEST_F(KeptProgram, anExceptionIsMarkedInWhatLedToIt) {
  options.when.hasException = true;
  start("endsWithAnException");
  EXPECT_EQ(exitCode(), 1);
  const auto recording = document("run.json");
  const Span span = spanOf(recording);
  EXPECT_GT(span.mark - span.begin, 400);
  EXPECT_GE(span.kernels, 20);
  EXPECT_NE(recording.dump().find("exception: ValueError: no such layer"), std::string::npos);
  EXPECT_EQ(recording["kernlineFooter"]["ended"], "the program exited with status 1");
  EXPECT_EQ(recording["kernlineFooter"]["status"], 1);
  const auto trace = load((m_folder / "run.json").string());
  ASSERT_TRUE(trace.has_value());
  EXPECT_TRUE((*trace)->report().isClean());
}

TEST_F(KeptProgram, aSignalThatEndsItIsAnException) {
  options.when.hasException = true;
  start("aborts");
  EXPECT_EQ(exitCode(), 128 + SIGABRT);
  const auto recording = document("run.json");
  EXPECT_GE(spanOf(recording).kernels, 20);
  EXPECT_THAT(recording["kernlineFooter"]["notes"][0].get<std::string>(),
              HasSubstr("exception: the program was terminated by signal 6"));
}

TEST_F(KeptProgram, eachConditionBeginsOneRecording) {
  options.when = {.slowStep = 1.3, .hasOutOfMemory = true};
  options.keep->time = milliseconds(100);
  start("hasSlowSteps");
  EXPECT_EQ(exitCode(), 0);
  EXPECT_THAT(document("run.json").dump(), HasSubstr("slow step"));
  EXPECT_THAT(document("run-2.json").dump(), HasSubstr("out of memory"));
  EXPECT_FALSE(isThere("run-3.json"));
}

TEST_F(KeptProgram, asManyRecordingsAsWereAllowed) {
  options.when = {.slowStep = 1.3, .hasOutOfMemory = true};
  options.windows = 3;
  start("hasSlowSteps");
  EXPECT_EQ(exitCode(), 0);
  EXPECT_TRUE(isThere("run-3.json"));
}

TEST_F(KeptProgram, conditionsWaitForTheirTime) {
  options.when = {.slowStep = 1.3};
  options.delay = std::chrono::seconds(60);
  start("hasSlowSteps");
  EXPECT_EQ(exitCode(), 0);
  EXPECT_FALSE(isThere("run.json"));
}

TEST_F(KeptProgram, anIdleGpuBeginsARecordingOfThatTime) {
  options.when = {.idleShare = 0.4};
  start("leavesTheGpuIdle");
  EXPECT_EQ(exitCode(), 0);
  const auto recording = document("run.json");
  EXPECT_THAT(recording["kernlineFooter"]["notes"][0].get<std::string>(), HasSubstr("idle GPU: GPU 0 idle for "));
}

TEST_F(KeptProgram, whatHasNoRoomIsCountedInTheFile) {
  options.keep->bytes = 10'000;
  start("isRecordedAllTheTime");
  std::this_thread::sleep_for(milliseconds(1300));
  ::kill(m_recorder, SIGUSR2);
  EXPECT_EQ(exitCode(), 7);
  const nlohmann::json footer = document("run.json")["kernlineFooter"];
  EXPECT_GT(footer["dropped"], 5);
  EXPECT_THAT(footer["notes"][1].get<std::string>(), HasSubstr("had no room in 0.01 MB; give --keep more memory"));
}

TEST_F(KeptProgram, aProgramThatNobodyAsksAboutLeavesNoFile) {
  start("sendsAndExits");
  EXPECT_EQ(exitCode(), 5);
  EXPECT_FALSE(isThere("run.json"));
}

TEST_F(KeptProgram, aProgramThatCannotStartExitsAsAShellDoes) {
  options.command = {"/no/such/program"};
  m_recorder = ::fork();
  if (m_recorder == 0) {
    ::_exit(KeptRecording(options, test::madeHeader(), "/nowhere").run());
  }
  EXPECT_EQ(exitCode(), 127);
}

}  // namespace
}  // namespace kernline::recorder
