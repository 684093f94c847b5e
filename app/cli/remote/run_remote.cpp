// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/run_remote.h"

#include "app/cli/kit/output.h"
#include "app/cli/kit/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>

namespace kernline::cli {

namespace {

constexpr int sshFailed = 255;
constexpr int sshMissing = 127;

/// Runs in the child, which ends with its parent: becomes ssh.
[[noreturn]] void becomeSsh(const std::string& ssh, const std::string& host, const std::string& command,
                            bool readsInput) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  if (!readsInput) {
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) {
      ::dup2(nothing, STDIN_FILENO);  // ssh would read the input of a loop in a script
    }
  }
  ::execlp(ssh.c_str(), ssh.c_str(), host.c_str(), command.c_str(), static_cast<char*>(nullptr));
  ::_exit(errno == ENOENT ? sshMissing : sshFailed);
}

}  // namespace

ExitCode runRemote(RemoteCommand command) {
  const auto isWord = [&](const char* text) { return std::ranges::count(command.words, text, &RemoteWord::text) > 0; };
  if (isColored(STDOUT_FILENO) && !isWord("--color")) {
    command.words.insert(command.words.begin() + 1, {{"--color=always"}});
  }
  const std::string ssh = sshProgram();
  const std::string there =
      shellCommand(command.host, command.words, remoteProgram(), KERNLINE_VERSION, isUtf8Locale());
  const bool readsInput = command.words.front().text == "mcp";
  const pid_t child = ::fork();
  if (child == 0) {
    becomeSsh(ssh, command.host, there, readsInput);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == sshMissing) {
    printError(fmt::format("cannot run {}; install OpenSSH's client, or name another program in KERNLINE_SSH", ssh));
    return unusableInput;
  }
  if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == sshFailed) {
    printError(
        fmt::format("{} did not reach {}, or was cut off; try: {} {} true", ssh, command.host, ssh, command.host));
    return unusableInput;
  }
  return static_cast<ExitCode>(WEXITSTATUS(status));
}

}  // namespace kernline::cli
