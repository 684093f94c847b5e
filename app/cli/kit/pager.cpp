// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/pager.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

namespace kernline::cli {

namespace {

constexpr int notFound = 127;

std::string pagerCommand() {
  for (const char* variable : {"KERNLINE_PAGER", "PAGER"}) {
    if (const char* const value = std::getenv(variable)) {
      return value;
    }
  }
  return "less";
}

/// In the child.
[[noreturn]] void become(const std::string& command, int text) {
  ::dup2(text, STDIN_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  ::setenv("LESS", "FRX", 0);  // no paging of what fits, colors as they are, the text stays on the screen
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(notFound);
}

}  // namespace

bool Pager::start() {
  const std::string command = pagerCommand();
  std::array<int, 2> ends{-1, -1};
  if (command.empty() || command == "cat" || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return false;
  }
  m_process = ::fork();
  if (m_process == 0) {
    become(command, ends[0]);
  }
  ::close(ends[0]);
  if (m_process > 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    std::signal(SIGINT, SIG_IGN);  // it is the pager's to take
  }
  ::close(ends[1]);
  return m_process > 0;
}

void Pager::end() {
  if (m_process <= 0) {
    return;
  }
  ::close(STDOUT_FILENO);
  while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
  }
  m_process = -1;
}

}  // namespace kernline::cli
