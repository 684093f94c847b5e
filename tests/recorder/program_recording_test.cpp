// SPDX-License-Identifier: Apache-2.0
// The recorder with a program that sends what the injected library would (sending_program/).
#include "app/recorder/io/program_recording.h"
#include "app/recorder/io/child_program.h"
#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/unix_socket.h"

#include "core/model/trace/trace.h"
#include "tests/recorder/made_events.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

namespace kernline::recorder {
namespace {

using kernline::test::readFile;
using kernline::test::TemporaryFile;
using std::chrono::milliseconds;
using testing::HasSubstr;

ProgramOptions optionsOf(const std::string& out, const std::string& program) {
  ProgramOptions options;
  options.out = out;
  options.command = {KERNLINE_SENDING_PROGRAM, program};
  return options;
}

int record(const ProgramOptions& options) {
  return ProgramRecording(options, test::madeHeader(), "/nowhere/libkernline-inject.so").run();
}

nlohmann::json documentOf(const std::string& path) {
  return nlohmann::json::parse(readFile(path));
}

TEST(ProgramRecording, holdsWhatTheProgramSentAndEndsAsItDid) {
  const TemporaryFile file("");
  EXPECT_EQ(record(optionsOf(file.path(), "sendsAndExits")), 5);
  const auto footer = documentOf(file.path())["kernlineFooter"];
  EXPECT_EQ(footer["records"]["kernel"], 500);
  EXPECT_EQ(footer["dropped"], 17);
  EXPECT_EQ(footer["notes"][0], "a note");
  EXPECT_EQ(footer["ended"], "the program exited with status 5");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ((*trace)->spanCount(), 1000);
  EXPECT_TRUE((*trace)->report().isClean());
}

/// Two pipes between a recorder in a process of its own and this one, which it records.
class RecordedCaller : public testing::Test {
 protected:
  void start(ProgramOptions options) {
    std::array<int, 2> toRecorder{};
    std::array<int, 2> fromRecorder{};
    ASSERT_EQ(::pipe2(toRecorder.data(), O_CLOEXEC), 0);
    ASSERT_EQ(::pipe2(fromRecorder.data(), O_CLOEXEC), 0);
    options.isCaller = true;
    m_recorder = ::fork();
    if (m_recorder == 0) {
      ::dup2(toRecorder[0], STDIN_FILENO);
      ::dup2(fromRecorder[1], STDOUT_FILENO);
      ::close(toRecorder[1]);
      ::_exit(record(options));
    }
    m_in = Descriptor(fromRecorder[0]);
    m_out = Descriptor(toRecorder[1]);
    ::close(toRecorder[0]);
    ::close(fromRecorder[1]);
  }

  nlohmann::json variables() {
    std::string line;
    char byte = 0;
    while (::read(m_in.get(), &byte, 1) == 1 && byte != '\n') {
      line += byte;
    }
    return nlohmann::json::parse(line);
  }

  /// A process that this one starts while it is recorded.
  void send(const nlohmann::json& variables, const std::string& program) {
    for (const auto& [name, value] : variables.items()) {
      ::setenv(name.c_str(), value.get<std::string>().c_str(), 1);
    }
    EXPECT_NE(std::system((std::string(KERNLINE_SENDING_PROGRAM) + " " + program).c_str()), -1);
    for (const auto& [name, value] : variables.items()) {
      ::unsetenv(name.c_str());
    }
  }

  [[nodiscard]] int exitCode() const {
    int status = -1;
    ::waitpid(m_recorder, &status, 0);
    return exitCodeOf(status);
  }

  const TemporaryFile file{""};
  Descriptor m_in;
  Descriptor m_out;
  pid_t m_recorder = -1;
};

TEST_F(RecordedCaller, isRecordedUntilItSaysSo) {
  start(optionsOf(file.path(), "is not started"));
  const nlohmann::json told = variables();
  EXPECT_EQ(told[cudaInjectionVariable], "/nowhere/libkernline-inject.so");
  send(told, "sendsAndExits");
  ASSERT_EQ(::write(m_out.get(), "end\n", 4), 4);
  EXPECT_EQ(exitCode(), 0);
  const auto document = documentOf(file.path());
  EXPECT_EQ(document["kernlineFooter"]["records"]["kernel"], 500);
  EXPECT_EQ(document["kernlineFooter"]["ended"], "the program ended the recording");
  EXPECT_FALSE(document["kernlineFooter"].contains("status"));  // it goes on
}

TEST_F(RecordedCaller, isRecordedUntilItEnds) {
  start(optionsOf(file.path(), "is not started"));
  send(variables(), "sendsAndExits");
  m_out = {};
  EXPECT_EQ(exitCode(), 0);
  EXPECT_EQ(documentOf(file.path())["kernlineFooter"]["records"]["kernel"], 500);
}

TEST_F(RecordedCaller, mayEndAfterItsRecording) {
  ProgramOptions options = optionsOf(file.path(), "is not started");
  options.duration = milliseconds(1);
  start(options);
  variables();
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_EQ(documentOf(file.path())["kernlineFooter"]["ended"], "the recording time ended");
  ASSERT_EQ(::write(m_out.get(), "end\n", 4), 4);
  EXPECT_EQ(exitCode(), 0);
}

TEST_F(RecordedCaller, isToldNothingWhereNothingCanBeWritten) {
  start(optionsOf("/nowhere/at/all.json", "is not started"));
  EXPECT_EQ(exitCode(), 1);
  char byte = 0;
  EXPECT_EQ(::read(m_in.get(), &byte, 1), 0);
}

/// Counters that come once while the program runs and once at the end.
class MadeCounters final : public EventSource {
 public:
  void begin() override { add(1000); }
  void waitForBegin() override {}
  Events take() override { return std::exchange(m_events, {}); }
  void end() override { add(2000); }
  [[nodiscard]] std::uint64_t dropped() const override { return 3; }
  [[nodiscard]] std::vector<std::string> notes() const override { return {"2 samples; 3 missing"}; }

 private:
  void add(std::int64_t time) {
    EventLines lines{ProcessIdentity{}};
    constexpr std::array<std::string_view, 2> series{"SM active", "tensor pipe"};
    const std::array values{25.0, static_cast<double>(time)};
    lines.add(CounterEvent{.chart = "GPU use (%)", .device = 0, .time = time, .series = series, .values = values});
    m_events.lines += lines.text();
    m_events.counts += lines.counts();
  }

  Events m_events;
};

TEST(ProgramRecording, holdsTheCountersOfTheGpusToo) {
  const TemporaryFile file("");
  EXPECT_EQ(ProgramRecording(optionsOf(file.path(), "sendsAndExits"), test::madeHeader(), "/nowhere",
                             std::make_unique<MadeCounters>())
                .run(),
            5);
  const auto footer = documentOf(file.path())["kernlineFooter"];
  EXPECT_EQ(footer["records"]["counter"], 2);
  EXPECT_EQ(footer["records"]["kernel"], 500);
  EXPECT_EQ(footer["dropped"], 17 + 3);
  EXPECT_EQ(footer["notes"].back(), "2 samples; 3 missing");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace.has_value());
  EXPECT_TRUE((*trace)->report().isClean());
  ASSERT_EQ((*trace)->counters().size(), 2U);
}

TEST(ProgramRecording, keepsWholeLinesOfAProgramThatIsKilled) {
  const TemporaryFile file("");
  EXPECT_EQ(record(optionsOf(file.path(), "isKilledWhileItSends")), 128 + SIGKILL);
  const auto document = documentOf(file.path());
  EXPECT_EQ(document["kernlineFooter"]["records"]["kernel"], 500);
  EXPECT_EQ(document["kernlineFooter"]["ended"], "the program was terminated by signal 9");
}

TEST(ProgramRecording, takesNoGarbageIntoTheFile) {
  const TemporaryFile file("");
  EXPECT_EQ(record(optionsOf(file.path(), "sendsGarbage")), 0);
  const auto footer = documentOf(file.path())["kernlineFooter"];
  EXPECT_EQ(footer["records"]["kernel"], 500);
  EXPECT_THAT(footer["notes"][0].get<std::string>(), HasSubstr("sent invalid data"));
}

TEST(ProgramRecording, takesNoEventsThatAreNoJson) {
  const TemporaryFile file("");
  EXPECT_EQ(record(optionsOf(file.path(), "sendsBrokenLines")), 0);
  const auto document = documentOf(file.path());
  EXPECT_FALSE(document.contains("other"));
  const auto& footer = document["kernlineFooter"];
  EXPECT_EQ(footer["records"]["kernel"], 500);
  EXPECT_EQ(footer["dropped"], 7);
  EXPECT_EQ(footer["notes"][0], "a ?[31mred??? note");
  EXPECT_THAT(footer["notes"][1].get<std::string>(), HasSubstr("sent invalid data"));
}

TEST(ProgramRecording, endsAfterItsDurationAndLetsTheProgramGoOn) {
  const TemporaryFile file("");
  ProgramOptions options = optionsOf(file.path(), "sendsUntilItIsToldToStop");
  options.duration = milliseconds(300);
  EXPECT_EQ(record(options), 6);
  const auto footer = documentOf(file.path())["kernlineFooter"];
  EXPECT_GT(footer["records"]["kernel"], 10);
  EXPECT_EQ(footer["ended"], "the recording time ended");
  EXPECT_FALSE(footer.contains("status"));  // it still ran
}

TEST(ProgramRecording, endsBeforeADiskIsFullAndLetsTheProgramGoOn) {
  const TemporaryFile file("");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{3'000'000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const int code = record(optionsOf(file.path(), "sendsMuch"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(code, 8);
  const auto footer = documentOf(file.path())["kernlineFooter"];
  EXPECT_GT(footer["records"]["kernel"], 100);
  EXPECT_LT(footer["records"]["kernel"], 100'000);
  EXPECT_GT(footer["dropped"], 100);
  EXPECT_THAT(footer["ended"].get<std::string>(), HasSubstr("File too large"));
}

TEST(ProgramRecording, saysWhenNothingUsedCuda) {
  const TemporaryFile file("");
  ProgramOptions options;
  options.out = file.path();
  options.command = {"/bin/sh", "-c", "exit 3"};
  EXPECT_EQ(record(options), 3);
  EXPECT_THAT(documentOf(file.path())["kernlineFooter"]["notes"][0].get<std::string>(), HasSubstr("used CUDA"));
}

TEST(ProgramRecording, leavesNothingBehindOfAProgramThatIsNotThere) {
  const std::string path = testing::TempDir() + "of-no-program.json";
  ProgramOptions options;
  options.out = path;
  options.command = {"/nowhere/program"};
  EXPECT_EQ(record(options), 127);
  EXPECT_FALSE(std::filesystem::exists(path));
  options.command = {"/etc/passwd"};
  EXPECT_EQ(record(options), 126);
}

TEST(ProgramRecording, leavesAnOlderRecordingAloneUntilThereIsANewOne) {
  const TemporaryFile file("the older one");
  ProgramOptions options;
  options.out = file.path();
  options.command = {"/nowhere/program"};
  EXPECT_EQ(record(options), 127);
  EXPECT_EQ(kernline::test::readFile(file.path()), "the older one");
  options.command = {"/bin/true"};
  EXPECT_EQ(record(options), 0);
  EXPECT_EQ(kernline::test::readFile(file.path()), "the older one") << "nothing was recorded";
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".unfinished"));
}

/// A recorder as a process of its own, so that it can be sent signals.
pid_t startRecorder(const ProgramOptions& options) {
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    std::_Exit(record(options));
  }
  return recorder;
}

int waitFor(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void waitForBytes(const std::string& path, std::uintmax_t bytes) {
  std::error_code error;
  for (int i = 0; i < 500 && std::filesystem::file_size(path, error) < bytes; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
}

TEST(ProgramRecording, isEndedByASignalWithoutTheProgram) {
  const TemporaryFile file("");
  const pid_t recorder = startRecorder(optionsOf(file.path(), "sendsUntilItIsToldToStop"));
  waitForBytes(file.path(), 20'000);
  ::kill(recorder, SIGUSR1);
  EXPECT_EQ(waitFor(recorder), 6);
  EXPECT_EQ(documentOf(file.path())["kernlineFooter"]["ended"], "the recording was stopped by a signal");
}

TEST(ProgramRecording, passesATerminationOnAndKeepsWhatThereIs) {
  const TemporaryFile file("");
  const pid_t recorder = startRecorder(optionsOf(file.path(), "sendsUntilItIsToldToStop"));
  waitForBytes(file.path(), 20'000);
  ::kill(recorder, SIGTERM);
  EXPECT_EQ(waitFor(recorder), 128 + SIGTERM);
  EXPECT_GT(documentOf(file.path())["kernlineFooter"]["records"]["kernel"], 10);
}

TEST(ProgramRecording, thatIsKilledLeavesATraceAndTheProgramAlone) {
  const TemporaryFile file("");
  const pid_t recorder = startRecorder(optionsOf(file.path(), "sendsUntilItIsToldToStop"));
  waitForBytes(file.path(), 20'000);
  ::kill(recorder, SIGKILL);
  EXPECT_EQ(waitFor(recorder), 128 + SIGKILL);
  const auto trace = load(file.path());
  ASSERT_TRUE(trace.has_value());
  EXPECT_GT((*trace)->spanCount(), 20);
}

TEST(ProgramRecording, streamsToStandardOutputWithoutWhatTheProgramPrints) {
  const TemporaryFile file("");
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    const int output = ::open(file.path().c_str(), O_WRONLY);
    if (output < 0 || ::dup2(output, STDOUT_FILENO) < 0) {
      std::_Exit(127);
    }
    ProgramOptions options;
    options.toStandardOutput = true;
    options.command = {"/bin/echo", "printed"};
    std::_Exit(record(options));
  }
  EXPECT_EQ(waitFor(recorder), 0);
  EXPECT_THAT(readFile(file.path()), testing::Not(HasSubstr("printed\n")));
  EXPECT_EQ(documentOf(file.path())["kernlineFooter"]["ended"], "the program exited with status 0");
}

}  // namespace
}  // namespace kernline::recorder
