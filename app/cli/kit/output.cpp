// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/output.h"

#include "core/model/format/printable_text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace kernline::cli {

namespace {
constexpr std::size_t bufferBytes = std::size_t{64} * 1024;
}

void Output::fail(const Message& why) {
  printError(why);
  m_buffer.clear();
  m_hasFailed = true;
}

void Output::write(std::string_view text) {
  if (isClosed()) {
    return;
  }
  m_buffer += text;
  if (m_buffer.size() >= bufferBytes) {
    flush();
  }
}

void Output::flush() {
  std::string_view rest = m_buffer;
  while (!rest.empty() && m_error == 0) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      m_error = errno;
    }
  }
  m_buffer.clear();
}

ExitCode Output::finish() {
  flush();
  if (m_hasFailed) {
    return unusableInput;
  }
  if (m_error == 0 || m_error == EPIPE) {
    return done;
  }
  printError(fmt::format("cannot write to standard output ({}); the output is incomplete", std::strerror(m_error)));
  return unusableInput;
}

std::size_t Output::terminalWidth() {
  winsize size{};
  return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void printError(std::string_view sentence) {
  fmt::print(stderr, "kernline: {}\n", printable(sentence));
}

void printError(const Message& message) {
  printError(message.english());
}

}  // namespace kernline::cli
