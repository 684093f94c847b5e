// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/output.h"

#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/terminal.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
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
  if (m_audience == Audience::Human) {
    m_buffer += inLocale(text);
  } else {
    m_buffer += text;
  }
  if (m_buffer.size() >= bufferBytes) {
    flush();
  }
}

bool Output::wantsPager() const {
  return !m_pager.isRunning() && terminalHeight() > 0 && terminalChoices().usesPager &&
         std::ranges::count(m_buffer, '\n') >= static_cast<std::ptrdiff_t>(terminalHeight());
}

void Output::flush() {
  if (CapturedAnswer* const answer = CapturedAnswer::current()) {
    m_error = answer->write(m_buffer) ? m_error : EPIPE;
    m_buffer.clear();
    return;
  }
  if (wantsPager()) {
    m_pager.start();
  }
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
  if (!m_pager.end()) {
    printError("cannot run the pager ($KERNLINE_PAGER or $PAGER); use --no-pager");
    return unusableInput;
  }
  if (m_hasFailed) {
    return unusableInput;
  }
  if (m_error == 0 || m_error == EPIPE) {
    return done;
  }
  printError(fmt::format("cannot write to standard output ({}); the output is incomplete", std::strerror(m_error)));
  return unusableInput;
}

void printError(std::string_view sentence) {
  if (CapturedAnswer* const answer = CapturedAnswer::current()) {
    answer->addDiagnostic(printable(sentence));
    return;
  }
  const bool isBold = isColored(STDERR_FILENO);
  fmt::print(stderr, "{}kernline:{} {}\n", isBold ? "\x1b[1;31m" : "", isBold ? "\x1b[0m" : "",
             inLocale(printable(sentence)));
}

void printError(const Message& message) {
  printError(message.english());
}

}  // namespace kernline::cli
