// SPDX-License-Identifier: Apache-2.0
// Armed recorders with a program that stands by as the injected library does (sending_program/).
#include "app/recorder/io/armed_recording.h"
#include "app/recorder/io/step_watch.h"

#include "tests/recorder/made_events.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace kernline::recorder {
namespace {

using kernline::test::readFile;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

class Armed : public testing::Test {
 protected:
  void SetUp() override {
    m_folder = std::filesystem::temp_directory_path() / ("kernline-armed-test-" + std::to_string(::getpid()));
    std::filesystem::create_directory(m_folder);
    options.out = (m_folder / "run.json").string();
    options.isArmed = true;
    options.duration = milliseconds(200);
  }
  void TearDown() override { std::filesystem::remove_all(m_folder); }

  /// Starts the recorder in a process of its own; once the program stands by, its socket.
  void start(const std::string& program) {
    options.command = {KERNLINE_SENDING_PROGRAM, program};
    m_recorder = ::fork();
    if (m_recorder == 0) {
      const auto noCounters = [](const RecordingClock&) { return std::unique_ptr<EventSource>(); };
      ::_exit(ArmedRecording(options, test::madeHeader(), "/nowhere/libkernline-inject.so", noCounters).run());
    }
  }
  [[nodiscard]] std::string socket() const {
    for (int i = 0; i < 200; ++i) {
      std::ifstream file("/proc/net/unix");
      const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      for (const ArmedRecorder& each : armedRecorders(text)) {
        if (each.recorder == m_recorder) {
          EXPECT_EQ(each.program, "kernline_sending_program");
          return each.socket;
        }
      }
      std::this_thread::sleep_for(milliseconds(10));
    }
    return "none";
  }
  /// Returns the recorder's answer.
  static std::string fire(const std::string& socket, const std::string& nanoseconds) {
    const Descriptor connection = connectTo(socket);
    EXPECT_TRUE(sendAll(connection.get(), frameBytes(FrameKind::Fire, nanoseconds), [] { return false; }));
    std::string bytes(4096, '\0');
    FrameReader reader;
    if (waitReadable(connection.get(), milliseconds(3000))) {
      reader.add(bytes.substr(0, static_cast<std::size_t>(::read(connection.get(), bytes.data(), bytes.size()))));
      reader = {};
      reader.add(bytes);
    }
    const auto frame = reader.next();
    return frame ? frame->body : "nothing";
  }
  [[nodiscard]] int exitCode() const {
    int status = -1;
    ::waitpid(m_recorder, &status, 0);
    return exitCodeOf(status);
  }
  [[nodiscard]] nlohmann::json footer(const std::string& file) const {
    return nlohmann::json::parse(readFile((m_folder / file).string()))["kernlineFooter"];
  }
  [[nodiscard]] bool isThere(const std::string& file) const { return std::filesystem::exists(m_folder / file); }
  void waitFor(const std::string& file) const {
    for (int i = 0; i < 500 && !isThere(file); ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
  }

  ProgramOptions options;
  std::filesystem::path m_folder;
  pid_t m_recorder = -1;
};

TEST_F(Armed, recordsAWindowEachTimeItIsAsked) {
  start("standsBy");
  const std::string name = socket();
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_FALSE(isThere("run.json"));  // nothing is recorded until then
  EXPECT_THAT(fire(name, ""), HasSubstr("records into " + options.out));
  EXPECT_EQ(fire(name, ""), "is recording already");
  waitFor("run.json");
  std::this_thread::sleep_for(milliseconds(800));
  ::kill(m_recorder, SIGUSR2);
  waitFor("run-2.json");
  std::this_thread::sleep_for(milliseconds(800));
  EXPECT_THAT(fire(name, "700000000"), HasSubstr("run-3.json"));
  EXPECT_EQ(exitCode(), 7);
  const auto first = footer("run.json");
  EXPECT_EQ(first["ended"], "the recording time ended");
  EXPECT_FALSE(first.contains("status"));
  EXPECT_GE(first["records"]["kernel"], 10);
  EXPECT_GT(footer("run-3.json")["records"]["kernel"], first["records"]["kernel"].get<int>());
}

TEST_F(Armed, endsWithTheStepsOfAllRanks) {
  options.steps = StepRange{.first = 3, .last = 4};
  options.duration = {};
  options.windows = 1;
  start("recordsItsSteps");
  EXPECT_EQ(exitCode(), 0);
  EXPECT_EQ(footer("run.json")["ended"], "the steps ended");
  EXPECT_FALSE(isThere("run-2.json"));
}

TEST_F(Armed, ofAProgramThatNobodyAsksAboutLeavesNoFile) {
  start("sendsAndExits");
  EXPECT_EQ(exitCode(), 5);
  EXPECT_FALSE(isThere("run.json"));
}

TEST_F(Armed, ofAProgramThatCannotStartExitsAsAShellDoes) {
  options.command = {"/no/such/program"};
  m_recorder = ::fork();
  if (m_recorder == 0) {
    ::_exit(ArmedRecording(options, test::madeHeader(), "/nowhere", [](const RecordingClock&) {
              return std::unique_ptr<EventSource>();
            }).run());
  }
  EXPECT_EQ(exitCode(), 127);
}

TEST(ArmedRecorders, areFoundAmongSockets) {
  const auto found = armedRecorders(
      "Num RefCount Protocol Flags Type St Inode Path\n"
      "0000: 00000002 00000000 00010000 0001 01 23110 /run/systemd/notify\n"
      "0000: 00000002 00000000 00010000 0001 01 23111 @kernline-armed-4711-python\n"
      "0000: 00000003 00000000 00000000 0001 03 23112 @kernline-armed-4711-python\n"
      "0000: 00000002 00000000 00010000 0001 01 23113 @kernline-armed-x-python\n"
      "0000: 00000002 00000000 00010000 0001 01 23114 @kernline-armed-12-my-app\n");
  EXPECT_THAT(found, ElementsAre(ArmedRecorder{4711, "python", "kernline-armed-4711-python"},
                                 ArmedRecorder{12, "my-app", "kernline-armed-12-my-app"}));
}

TEST(ArmedVariables, areReadAsTheyWereWritten) {
  const RecordedProgram::Environment variables{{"A", ""}, {"B", "x=y\nz"}, {"C", "3"}};
  EXPECT_EQ(readVariables(variablesText(variables)), variables);
}

TEST(StepWatch, beginsBeforeTheFirstStepAndEndsAfterTheLast) {
  using enum StepWatch::Wish;
  StepWatch watch(StepRange{.first = 3, .last = 4}, 0);
  EXPECT_EQ(watch.begun(), None);
  EXPECT_EQ(watch.ended(10), None);
  EXPECT_EQ(watch.ended(20), Begin);
  EXPECT_EQ(watch.ended(30), None);
  EXPECT_EQ(watch.ended(40), End);
  EXPECT_EQ(watch.ended(50), None);
  StepWatch all(StepRange{.first = 1, .last = 1}, 0);
  EXPECT_EQ(all.begun(), Begin);
  EXPECT_EQ(all.ended(10), End);
}

TEST(StepWatch, beginsAfterAStepThatIsSlowAgainstTheMedian) {
  using enum StepWatch::Wish;
  StepWatch watch(std::nullopt, 1.5);
  std::int64_t now = 0;
  const auto step = [&](std::int64_t duration) { return watch.ended(now += duration); };
  EXPECT_EQ(step(5000), None);
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(step(100 + i), None);
  }
  EXPECT_EQ(step(140), None);
  EXPECT_EQ(step(170), Begin);
}

TEST(StepRange, isReadFromTwoNumbers) {
  EXPECT_EQ(readStepRange("10..12"), (StepRange{10, 12}));
  EXPECT_EQ(readStepRange("7"), (StepRange{7, 7}));
  for (const char* text : {"", "0", "0..3", "5..4", "a", "1..", "..3", "1-3", "1...3"}) {
    EXPECT_FALSE(readStepRange(text).has_value()) << text;
  }
}

TEST(SlowStep, isReadFromAFactorOverTheMedian) {
  EXPECT_EQ(readSlowStep("step>1.3*median"), 1.3);
  EXPECT_EQ(readSlowStep("step > 2 * median"), 2);
  for (const char* text : {"", "step>1*median", "step>x*median", "step<2*median", "step>2", "idle>0.5"}) {
    EXPECT_FALSE(readSlowStep(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace kernline::recorder
