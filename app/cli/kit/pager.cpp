// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/pager.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>

namespace kernline::cli {

namespace {

constexpr int notFound = 127;

bool isInPath(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    folder.append("/").append(program);
    if (::access(folder.c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

std::string pagerCommand() {
  for (const char* variable : {"KERNLINE_PAGER", "PAGER"}) {
    if (const char* const value = std::getenv(variable)) {
      return value;
    }
  }
  return isInPath("less") ? "less" : "";
}

/// Runs in the child: becomes the command.
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

bool Pager::end() {
  if (m_process <= 0) {
    return true;
  }
  ::close(STDOUT_FILENO);
  int status = 0;
  while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
  }
  m_process = -1;
  return !WIFEXITED(status) || WEXITSTATUS(status) != notFound;
}

}  // namespace kernline::cli
