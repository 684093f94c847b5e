// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/child_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace kernline::cli {

namespace {

constexpr std::size_t maxErrorBytes = 4096;

/// A pipe; this side reads.
class ReadPipe {
 public:
  ReadPipe() {
    if (::pipe2(m_ends.data(), O_CLOEXEC) != 0) {
      m_ends = {-1, -1};
    }
  }
  ReadPipe(const ReadPipe&) = delete;
  ReadPipe& operator=(const ReadPipe&) = delete;
  ~ReadPipe() {
    closeEnd(0);
    closeEnd(1);
  }

  [[nodiscard]] int reading() const { return m_ends[0]; }
  [[nodiscard]] int writing() const { return m_ends[1]; }
  void closeWriting() { closeEnd(1); }

  /// Appends what there is; closes the pipe at its end.
  void readInto(std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t got = ::read(m_ends[0], buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      closeEnd(0);
    }
  }

 private:
  void closeEnd(std::size_t end) {
    if (m_ends[end] >= 0) {
      ::close(m_ends[end]);
      m_ends[end] = -1;
    }
  }

  std::array<int, 2> m_ends{-1, -1};
};

/// Returns the process; -1 if it cannot be started.
pid_t spawn(const std::string& program, const std::string& name, const std::vector<std::string>& arguments,
            const ReadPipe& out, const ReadPipe& err) {
  std::vector<std::string> owned{name};
  owned.insert(owned.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.writing(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.writing(), STDERR_FILENO);
  pid_t child = -1;
  if (::posix_spawnp(&child, program.c_str(), &actions, nullptr, argv.data(), environ) != 0) {
    child = -1;
  }
  ::posix_spawn_file_actions_destroy(&actions);
  return child;
}

/// Reads until both pipes are at their end; or says why it stopped before.
ChildRun::End collect(ChildRun& run, ReadPipe& out, ReadPipe& err, std::chrono::steady_clock::time_point end,
                      std::size_t maxBytes, const std::stop_token& stop) {
  constexpr int lookEveryMs = 50;
  while (out.reading() >= 0 || err.reading() >= 0) {
    if (stop.stop_requested()) {
      return ChildRun::End::Stopped;
    }
    if (std::chrono::steady_clock::now() > end) {
      return ChildRun::End::TimeIsUp;
    }
    std::array<pollfd, 2> ready{pollfd{out.reading(), POLLIN, 0}, pollfd{err.reading(), POLLIN, 0}};
    if (::poll(ready.data(), ready.size(), lookEveryMs) <= 0) {
      continue;
    }
    if (ready[0].revents != 0) {
      out.readInto(run.out);
    }
    if (ready[1].revents != 0) {
      err.readInto(run.err);
      run.err.resize(std::min(run.err.size(), maxErrorBytes));
    }
    if (run.out.size() > maxBytes) {
      return ChildRun::End::TooLong;
    }
  }
  return ChildRun::End::Exited;
}

/// `name` is what it is told to be called.
ChildRun runNamed(const std::string& program, const std::string& name, const std::vector<std::string>& arguments,
                  std::chrono::milliseconds limit, std::size_t maxBytes, const std::stop_token& stop) {
  ChildRun run;
  ReadPipe out;
  ReadPipe err;
  const pid_t child = out.reading() >= 0 && err.reading() >= 0 ? spawn(program, name, arguments, out, err) : -1;
  if (child < 0) {
    return run;
  }
  out.closeWriting();
  err.closeWriting();
  run.end = collect(run, out, err, std::chrono::steady_clock::now() + limit, maxBytes, stop);
  if (run.end != ChildRun::End::Exited) {
    ::kill(child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

}  // namespace

ChildRun runProgram(const std::string& program, const std::vector<std::string>& arguments,
                    std::chrono::milliseconds limit, std::size_t maxBytes, const std::stop_token& stop) {
  return runNamed(program, program, arguments, limit, maxBytes, stop);
}

ChildRun runThisProgram(const std::vector<std::string>& arguments, std::chrono::milliseconds limit,
                        std::size_t maxBytes, const std::stop_token& stop) {
  return runNamed("/proc/self/exe", "kernline", arguments, limit, maxBytes, stop);
}

}  // namespace kernline::cli
