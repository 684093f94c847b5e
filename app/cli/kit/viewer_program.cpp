// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/viewer_program.h"

#include "app/cli/kit/installed_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"
#include "core/open/remote/remote_path.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace kernline::cli {

namespace {

constexpr const char* programName = "kernline-viewer";

/// Returns the viewer next to this program, else just its name for the search in PATH.
std::string viewerPath() {
  std::error_code error;
  const std::filesystem::path beside = programFolder() / programName;
  return beside.has_parent_path() && std::filesystem::exists(beside, error) ? beside.string() : programName;
}

/// Becomes the viewer; returns errno if it cannot.
int execViewer(const std::vector<std::string>& arguments) {
  std::string path = viewerPath();
  std::vector<std::string> owned{programName};
  owned.insert(owned.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  ::execvp(path.c_str(), argv.data());
  return errno;
}

/// Reports a word that is no file: it may be a mistyped command.
ExitCode refuseWord(const std::string& word, const std::vector<std::string>& commands) {
  if (const std::string meant = similarTo(word, commands); !meant.empty()) {
    printError(fmt::format("unknown command \"{}\"; did you mean kernline {}?", word, meant));
    return wrongUsage;
  }
  printError(fmt::format("\"{}\" is neither a file nor a command; see kernline --help", word));
  return unusableInput;
}

ExitCode printMissing(int error) {
  if (error == ENOENT) {
    printError(
        "the viewer (kernline-viewer) is not installed beside this program or in PATH; install it, or use "
        "kernline summary");
  } else {
    printError(fmt::format("cannot start the viewer (kernline-viewer): {}", std::strerror(error)));
  }
  return unusableInput;
}

}  // namespace

ExitCode openViewer(const std::vector<std::string>& files, const std::vector<std::string>& commands) {
  for (const std::string& file : files) {
    std::error_code error;
    if (file != "-" && !std::filesystem::exists(file, error) && !remotePath(file)) {
      return &file == &files.front() ? refuseWord(file, commands) : refuseWord(file, {});
    }
  }
  std::vector<std::string> arguments{"--"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  return printMissing(execViewer(files.empty() ? files : arguments));
}

ExitCode openViewerHidden(const std::vector<std::string>& arguments) {
  ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
  ::setenv("QT_LOGGING_RULES", "*.warning=false", 0);  // hides warnings about what the offscreen platform lacks
  return printMissing(execViewer(arguments));
}

}  // namespace kernline::cli
