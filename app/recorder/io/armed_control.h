// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/frames.h"
#include "app/recorder/io/recorded_program.h"
#include "app/recorder/io/trigger.h"
#include "app/recorder/io/unix_socket.h"

#include <sys/types.h>

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// The recorder's end of the socket on which programs stand by and `kernline record fire` asks: abstract, with the
/// recorder's number and the program in its name, so that it is found.
class ArmedControl {
 public:
  /// Asked for since the last take.
  struct Requests {
    int fires = 0;                         ///< requests of a user
    int stepFires = 0;                     ///< requests of processes, for steps that begin
    int stops = 0;                         ///< steps that are over
    int begun = 0;                         ///< processes that have begun
    std::vector<Trigger> triggers{};       ///< triggers in programs that are recorded all the time
    std::chrono::nanoseconds duration{0};  ///< the latest that was requested; 0 if none was
  };

  /// No listener with errno set if that is not possible.
  ArmedControl(pid_t recorder, std::string_view program);

  [[nodiscard]] bool isListening() const { return static_cast<bool>(m_listener); }
  [[nodiscard]] const std::string& name() const { return m_name; }
  [[nodiscard]] int descriptor() const { return m_listener.get(); }
  /// Accepts and reads; never waits. A process that stands by while `variables` are set begins at once.
  Requests take(const std::optional<RecordedProgram::Environment>& variables);
  /// Has all that stand by begin with these variables; how many do.
  std::size_t begin(const RecordedProgram::Environment& variables);
  /// Has all that stand by ask no more.
  void refuse();
  /// Answers `kernline record fire`, if it waits.
  void answer(std::string_view sentence);

 private:
  struct Connection {
    Descriptor socket;
    FrameReader reader;
    bool standsBy = false;
    bool waitsForAnswer = false;
    bool isOver = false;
  };
  void receive(Connection& connection, const std::optional<RecordedProgram::Environment>& variables,
               Requests& requests);

  std::string m_name;
  Descriptor m_listener;
  std::vector<Connection> m_connections;
};

/// A recorder that is armed.
struct ArmedRecorder {
  pid_t recorder = 0;
  std::string program;
  std::string socket;

  bool operator==(const ArmedRecorder&) const = default;
};

/// Parses the text of /proc/net/unix.
std::vector<ArmedRecorder> armedRecorders(std::string_view sockets);

/// Formats variables for a frame, and parses them.
std::string variablesText(const RecordedProgram::Environment& variables);
RecordedProgram::Environment readVariables(std::string_view text);

}  // namespace kernline::recorder
