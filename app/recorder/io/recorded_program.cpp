// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/recorded_program.h"

#include "app/recorder/io/json_text.h"
#include "app/recorder/io/unix_socket.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

namespace kernline::recorder {

ChildProgram::ChildProgram(std::vector<std::string> command, bool sendOutputToErrors)
    : m_options{.command = std::move(command), .environment = {}, .sendOutputToErrors = sendOutputToErrors} {}

std::expected<void, LaunchFailure> ChildProgram::start(const Environment& environment) {
  m_options.environment = environment;
  const auto process = launch(m_options);
  if (!process) {
    return std::unexpected(process.error());
  }
  m_process = *process;
  return {};
}

void ChildProgram::send(int signal) {
  ::kill(m_process, signal);
}

std::optional<RecordedProgram::End> ChildProgram::takeEnd() {
  int status = 0;
  if (::waitpid(m_process, &status, WNOHANG) != m_process) {
    return std::nullopt;
  }
  return End{.exitCode = exitCodeOf(status), .isOver = true, .sentence = endingOf(status)};
}

std::expected<void, LaunchFailure> CallingProgram::start(const Environment& environment) {
  std::string object;
  for (const auto& [name, value] : environment) {
    object += (object.empty() ? "{" : ", ") + jsonString(name) + ": " + jsonString(value);
  }
  object += "}\n";
  std::string_view rest = object;
  while (!rest.empty()) {
    const ssize_t count = ::write(m_out, rest.data(), rest.size());
    if (count < 0 && errno != EINTR) {
      return std::unexpected(LaunchFailure{
          .exitCode = 1,
          .problem = std::string("cannot tell the calling program how to be recorded: ") + std::strerror(errno)});
    }
    rest.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  return {};
}

/// Does nothing: the program has its own signals, and goes on after the recording.
void CallingProgram::send(int /*signal*/) {}

std::optional<RecordedProgram::End> CallingProgram::takeEnd() {
  char word = 0;
  if (!waitReadable(m_in, std::chrono::milliseconds(0)) || (::read(m_in, &word, 1) < 0 && errno == EINTR)) {
    return std::nullopt;
  }
  return End{.exitCode = 0, .isOver = false, .sentence = "the program ended the recording"};
}

}  // namespace kernline::recorder
