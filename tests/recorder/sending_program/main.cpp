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

/// As the injected library does: greets, sends launches in parts, and leaves when it is told to.
class SendingProcess {
 public:
  explicit SendingProcess(const std::string& socket = socketName()) : m_socket(connectTo(socket)) {
    send(frameBytes(FrameKind::Hello, "sender"));
    const auto welcome = receive(milliseconds(2000));
    m_number = welcome && welcome->kind == FrameKind::Welcome ? std::atoi(welcome->body.c_str()) : -1;
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

  void send(FrameKind kind) {
    sendAll(m_socket.get(), frameBytes(kind, ""), [] { return true; });
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
                                                   {"recordsItsSteps", &recordsItsSteps}};
  const auto program = programs.find(argc > 1 ? argv[1] : "");
  if (program == programs.end()) {
    return 1;
  }
  program->second();
  return 0;
}
