// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/viewer_program.h"

#include "app/cli/output.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace kernline::cli {

namespace {

constexpr const char* programName = "kernline-viewer";

/// The viewer beside this program, else just its name for the search in PATH.
std::string viewerPath() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const std::filesystem::path beside = self.parent_path() / programName;
    if (std::filesystem::exists(beside, error)) {
      return beside.string();
    }
  }
  return programName;
}

/// Becomes the viewer; returns errno if it cannot.
int becomeViewer(const std::vector<std::string>& arguments) {
  std::string path = viewerPath();
  std::vector<std::string> owned{programName};
  owned.insert(owned.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  ::execvp(path.c_str(), argv.data());
  return errno;
}

ExitCode sayMissing(int error) {
  if (error == ENOENT) {
    complain(
        "the viewer (kernline-viewer) is not installed beside this program or in PATH; install it, or use "
        "kernline summary");
  } else {
    complain(fmt::format("the viewer (kernline-viewer) cannot be started: {}", std::strerror(error)));
  }
  return unusableInput;
}

}  // namespace

ExitCode openViewer(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    if (file != "-" && !std::filesystem::exists(file, error)) {
      complain(fmt::format("\"{}\" is neither a file nor a command; see kernline --help", file));
      return unusableInput;
    }
  }
  std::vector<std::string> arguments{"--"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  return sayMissing(becomeViewer(files.empty() ? files : arguments));
}

ExitCode runViewerHidden(const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child < 0) {
    return sayMissing(errno);
  }
  if (child == 0) {
    ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
    ::setenv("QT_LOGGING_RULES", "*.warning=false", 0);  // what the offscreen platform lacks is no news
    std::_Exit(sayMissing(becomeViewer(arguments)));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) {
    return static_cast<ExitCode>(WEXITSTATUS(status));
  }
  complain(
      fmt::format("the viewer (kernline-viewer) was ended by signal {}; no picture was written", WTERMSIG(status)));
  return unusableInput;
}

}  // namespace kernline::cli
