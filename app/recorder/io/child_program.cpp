// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/child_program.h"

#include "app/recorder/io/unix_socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace kernline::recorder {

namespace {

constexpr int notFound = 127;
constexpr int notRunnable = 126;
constexpr int killedBase = 128;

/// Runs in the child: becomes the program, or reports a failure through `report`.
[[noreturn]] void become(const std::vector<char*>& argv, bool sendOutputToErrors, int report) {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGXFSZ}) {
    std::signal(number, SIG_DFL);
  }
  if (sendOutputToErrors) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ::execvp(argv.front(), argv.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t count = ::write(report, &error, sizeof error);
  ::_exit(notFound);
}

}  // namespace

std::expected<pid_t, LaunchFailure> launch(const ChildOptions& options) {
  std::vector<std::string> words = options.command;
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::unexpected(LaunchFailure{notRunnable, fmt::format("cannot create a pipe: {}", std::strerror(errno))});
  }
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  for (const auto& [name, value] : options.environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  const pid_t child = ::fork();
  if (child == 0) {
    become(argv, options.sendOutputToErrors, writing.get());
  }
  const int forkError = errno;
  for (const auto& [name, value] : options.environment) {
    ::unsetenv(name.c_str());
  }
  if (child < 0) {
    return std::unexpected(
        LaunchFailure{notRunnable, fmt::format("cannot start the program: {}", std::strerror(forkError))});
  }
  writing = {};
  int error = 0;
  if (::read(reading.get(), &error, sizeof error) != sizeof error) {
    return child;
  }
  ::waitpid(child, nullptr, 0);
  return std::unexpected(
      LaunchFailure{error == ENOENT ? notFound : notRunnable,
                    fmt::format("cannot start \"{}\": {}", options.command.front(), std::strerror(error))});
}

int exitCodeOf(int waitStatus) {
  return WIFSIGNALED(waitStatus) ? killedBase + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

std::string endingOf(int waitStatus) {
  return WIFSIGNALED(waitStatus) ? fmt::format("the program was terminated by signal {}", WTERMSIG(waitStatus))
                                 : fmt::format("the program exited with status {}", WEXITSTATUS(waitStatus));
}

}  // namespace kernline::recorder
