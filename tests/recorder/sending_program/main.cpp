// SPDX-License-Identifier: Apache-2.0
// A program for the tests of the recorder: sends what the injected library of a program that uses CUDA would.
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

std::string socketName() {
  const char* const name = std::getenv(socketVariable);
  return name == nullptr ? std::string() : name;
}

/// As the injected library does: greets, sends launches in parts, and leaves when it is told to.
class SendingProcess {
 public:
  SendingProcess() : m_socket(connectTo(socketName())) {
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

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, void (*)()> programs{{"sendsAndExits", &sendsAndExits},
                                                   {"isKilledWhileItSends", &isKilledWhileItSends},
                                                   {"sendsUntilItIsToldToStop", &sendsUntilItIsToldToStop},
                                                   {"sendsGarbage", &sendsGarbage},
                                                   {"sendsBrokenLines", &sendsBrokenLines},
                                                   {"sendsMuch", &sendsMuch}};
  const auto program = programs.find(argc > 1 ? argv[1] : "");
  if (program == programs.end()) {
    return 1;
  }
  program->second();
  return 0;
}
