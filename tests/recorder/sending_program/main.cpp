// SPDX-License-Identifier: Apache-2.0
// A program for the tests of the recorder: sends what the injected library of a program that uses CUDA would.
#include "app/recorder/io/armed_control.h"
#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/frames.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/unix_socket.h"
#include "tests/recorder/made_events.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <thread>

using namespace kernline::recorder;
using std::chrono::milliseconds;

namespace {

std::string socketName(const char* variable = socketVariable) {
  const char* const name = std::getenv(variable);
  return name == nullptr ? std::string() : name;
}

/// Process that behaves like the injected library: greets, sends launches in parts, and leaves when it is told to.
class SendingProcess {
 public:
  explicit SendingProcess(const std::string& socket = socketName()) : m_socket(connectTo(socket)) {
    send(frameBytes(FrameKind::Hello, "sender"));
    const auto welcome = receive(milliseconds(2000));
    m_number = welcome && welcome->kind == FrameKind::Welcome ? std::atoi(welcome->body.c_str()) : -1;
  }

  /// Waits, and sends a kernel that ran for the last 5 ms of it.
  void sendBusyTime(std::uint32_t number, milliseconds pause) {
    std::this_thread::sleep_for(pause);
    KernelEvent kernel;
    kernel.name = "busy";
    kernel.end = m_clock.now();
    kernel.start = pause > milliseconds(5) ? kernel.end - 5'000'000 : m_busyUntil;
    kernel.stream = 7;
    kernel.correlation = number + 1;
    m_busyUntil = kernel.end;
    m_lines.add(kernel);
    send(frameBytes(FrameKind::Events, m_lines.text(), m_lines.counts()));
    m_lines.clear();
    answer(receive(milliseconds(0)));
  }

  /// A launch that has just ended, on the recording's clock. False: the recorder wants no more.
  bool sendLaunchOfNow(std::uint32_t number) {
    constexpr std::int64_t length = 20'000;
    test::addLaunchAt(m_lines, number, m_clock.now() - length);
    const bool isSent = send(frameBytes(FrameKind::Events, m_lines.text(), m_lines.counts()));
    m_lines.clear();
    return answer(receive(milliseconds(0))) && isSent && !m_isGone;
  }

  /// False: the recorder wants no more.
  bool sendLaunches(std::uint32_t from, std::uint32_t count) {
    EventLines lines({.pid = ::getpid(), .number = static_cast<std::uint32_t>(m_number), .name = "sender"});
    for (std::uint32_t i = from; i < from + count; ++i) {
      test::addLaunch(lines, i);
    }
    const auto said = receive(milliseconds(0));
    return send(frameBytes(FrameKind::Events, lines.text(), lines.counts())) && !said && !m_isGone;
  }

  bool send(const std::string& bytes) {
    return sendAll(m_socket.get(), bytes, [] { return true; });
  }

 private:
  /// False: the recorder said something else than that all is to be sent.
  bool answer(const std::optional<Frame>& said) {
    return !said || (said->kind == FrameKind::Flush && send(frameBytes(FrameKind::Flushed, "")));
  }

  std::optional<Frame> receive(milliseconds timeout) {
    std::array<char, 4096> bytes{};
    while (waitReadable(m_socket.get(), timeout)) {
      const ssize_t count = ::recv(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (count <= 0) {
        m_isGone = true;
        return std::nullopt;
      }
      m_reader.add({bytes.data(), static_cast<std::size_t>(count)});
      if (auto frame = m_reader.next()) {
        return frame;
      }
    }
    return std::nullopt;
  }

  Descriptor m_socket;
  FrameReader m_reader;
  EventLines m_lines{{.pid = ::getpid(), .number = 0, .name = "sender"}};  // the names are said once
  RecordingClock m_clock{.realtimeBase = 0, .monotonicBase = std::atoll(socketName(clockVariable).c_str())};
  std::int64_t m_busyUntil = m_clock.now();
  int m_number = -1;
  bool m_isGone = false;
};

void sendsAndExits() {
  SendingProcess process;
  process.sendLaunches(0, 500);
  process.send(frameBytes(FrameKind::Dropped, "17") + frameBytes(FrameKind::Note, "a note"));
  std::_Exit(5);
}

void isKilledWhileItSends() {
  SendingProcess process;
  process.sendLaunches(0, 500);
  const std::string half = frameBytes(FrameKind::Events, ",\n{\"ph\":\"X\",\"name\":\"torn");
  process.send(half.substr(0, half.size() - 3));
  ::kill(::getpid(), SIGKILL);
}

void sendsUntilItIsToldToStop() {
  SendingProcess process;
  std::uint32_t sent = 0;
  while (process.sendLaunches(sent, 10)) {
    sent += 10;
    std::this_thread::sleep_for(milliseconds(5));
  }
  process.send(frameBytes(FrameKind::End, ""));
  std::this_thread::sleep_for(milliseconds(300));  // the program goes on
  std::_Exit(sent > 0 ? 6 : 1);
}

void sendsGarbage() {
  SendingProcess process;
  process.sendLaunches(0, 500);
  process.send(std::string(100'000, '\x5a'));
  std::_Exit(0);
}

void sendsBrokenLines() {
  SendingProcess process;
  process.sendLaunches(0, 500);
  RecordCounts counts;
  counts[RecordKind::Kernel] = 7;
  process.send(frameBytes(FrameKind::Note, "a \x1b[31mred\u202E note"));
  process.send(frameBytes(FrameKind::Events, ",\n{\"ph\":\"X\"}],\"other\":[{\"a\":", counts));
  process.sendLaunches(500, 500);
  std::_Exit(0);
}

void sendsMuch() {
  SendingProcess process;
  for (std::uint32_t i = 0; i < 100 && process.sendLaunches(i * 1000, 1000); ++i) {
  }
  std::_Exit(8);
}

/// The socket of an armed recorder.
class StandingBy {
 public:
  StandingBy() : m_socket(connectTo(socketName(armedVariable))) { send(FrameKind::StandBy); }

  void send(FrameKind kind, std::string_view body = {}) {
    sendAll(m_socket.get(), frameBytes(kind, body), [] { return true; });
  }
  /// Waits to be recorded; sends launches until the recorder has had enough. False: the recorder is gone.
  bool sendWindow() {
    std::array<char, 4096> bytes{};
    auto frame = m_reader.next();
    while (!frame && waitReadable(m_socket.get(), milliseconds(5000))) {
      const ssize_t count = ::recv(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (count <= 0) {
        return false;
      }
      m_reader.add({bytes.data(), static_cast<std::size_t>(count)});
      frame = m_reader.next();
    }
    if (!frame) {
      return false;
    }
    SendingProcess process(readVariables(frame->body)[socketVariable]);
    send(FrameKind::Begun);
    for (std::uint32_t sent = 0; process.sendLaunches(sent, 10); sent += 10) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    process.send(frameBytes(FrameKind::End, ""));
    return true;
  }

 private:
  Descriptor m_socket;
  FrameReader m_reader;
};

/// Begins when it is told to, three times.
void standsBy() {
  StandingBy standingBy;
  const bool isDone = standingBy.sendWindow() && standingBy.sendWindow() && standingBy.sendWindow();
  std::_Exit(isDone ? 7 : 1);
}

/// Recorded all the time: a launch every 5 ms for 3 s, or until it is told to stop.
void isRecordedAllTheTime() {
  SendingProcess process;
  const StandingBy standingBy;
  for (std::uint32_t i = 0; i < 600 && process.sendLaunchOfNow(i); ++i) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  process.send(frameBytes(FrameKind::End, ""));
  std::_Exit(7);
}

/// Works as above, for a second; then ends with an exception.
void endsWithAnException() {
  SendingProcess process;
  StandingBy standingBy;
  for (std::uint32_t i = 0; i < 200; ++i) {
    process.sendLaunchOfNow(i);
    std::this_thread::sleep_for(milliseconds(5));
  }
  const Trigger trigger{.kind = Trigger::Kind::Exception,
                        .time = RecordingClock::read(CLOCK_MONOTONIC),
                        .what = "ValueError: no such layer"};
  standingBy.send(FrameKind::Trigger, toText(trigger));
  process.sendLaunchOfNow(200);
  process.send(frameBytes(FrameKind::End, ""));
  std::_Exit(1);
}

/// Works as above, for half a second; then ends by a signal.
void aborts() {
  SendingProcess process;
  for (std::uint32_t i = 0; i < 100; ++i) {
    process.sendLaunchOfNow(i);
    std::this_thread::sleep_for(milliseconds(5));
  }
  std::abort();
}

/// Two steps are slow and one runs out of memory, while a recording of the first is under way and later.
void hasSlowSteps() {
  SendingProcess process;
  StandingBy standingBy;
  for (std::uint32_t i = 0; i < 300; ++i) {
    process.sendLaunchOfNow(i);
    if (i == 50 || i == 60 || i == 150 || i == 250) {
      const Trigger::Kind kind = i == 250 ? Trigger::Kind::OutOfMemory : Trigger::Kind::SlowStep;
      standingBy.send(FrameKind::Trigger,
                      toText(Trigger{.kind = kind, .time = RecordingClock::read(CLOCK_MONOTONIC), .what = "step"}));
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
  process.send(frameBytes(FrameKind::End, ""));
  std::_Exit(0);
}

/// Its GPU is busy for 0.7 s, then it pauses for as long, and works again.
void leavesTheGpuIdle() {
  SendingProcess process;
  const StandingBy standingBy;
  for (std::uint32_t i = 0; i < 220; ++i) {
    process.sendBusyTime(i, i == 120 ? milliseconds(700) : milliseconds(5));
  }
  process.send(frameBytes(FrameKind::End, ""));
  std::_Exit(0);
}

/// Two ranks ask for the recording of their steps, and one is over before the other.
void recordsItsSteps() {
  StandingBy first;
  StandingBy second;
  first.send(FrameKind::Fire);
  std::thread sending([&] { first.sendWindow(); });
  std::this_thread::sleep_for(milliseconds(150));
  second.send(FrameKind::Fire);
  std::this_thread::sleep_for(milliseconds(150));
  first.send(FrameKind::Stop);
  std::this_thread::sleep_for(milliseconds(300));
  second.send(FrameKind::Stop);
  sending.join();
  std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, void (*)()> programs{{"sendsAndExits", &sendsAndExits},
                                                   {"isKilledWhileItSends", &isKilledWhileItSends},
                                                   {"sendsUntilItIsToldToStop", &sendsUntilItIsToldToStop},
                                                   {"sendsGarbage", &sendsGarbage},
                                                   {"sendsBrokenLines", &sendsBrokenLines},
                                                   {"sendsMuch", &sendsMuch},
                                                   {"standsBy", &standsBy},
                                                   {"recordsItsSteps", &recordsItsSteps},
                                                   {"isRecordedAllTheTime", &isRecordedAllTheTime},
                                                   {"endsWithAnException", &endsWithAnException},
                                                   {"hasSlowSteps", &hasSlowSteps},
                                                   {"aborts", &aborts},
                                                   {"leavesTheGpuIdle", &leavesTheGpuIdle}};
  const auto program = programs.find(argc > 1 ? argv[1] : "");
  if (program == programs.end()) {
    return 1;
  }
  program->second();
  return 0;
}
