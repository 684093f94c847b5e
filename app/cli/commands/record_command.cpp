// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/record_command.h"

#include "app/cli/kit/installed_file.h"
#include "app/cli/kit/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

namespace kernline::cli {

namespace {

constexpr const char* programName = "kernline-recorder";

/// Returns the recorder next to this program or where packages put it, else just its name for the search in PATH.
std::string recorderPath() {
  const std::filesystem::path folder = programFolder();
  for (const std::filesystem::path& path :
       {folder / programName, folder.parent_path() / "libexec" / "kernline" / programName}) {
    std::error_code error;
    if (!folder.empty() && std::filesystem::exists(path, error)) {
      return path.string();
    }
  }
  return programName;
}

}  // namespace

ExitCode execRecorder(char** argv) {
  const std::string path = recorderPath();
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  ::execvp(path.c_str(), argv + 1);  // "record" takes the place of the program's name
  if (errno == ENOENT) {
    printError("the recorder is not part of this build; record with torch.profiler and open its trace");
  } else {
    printError(fmt::format("cannot start the recorder (kernline-recorder): {}", std::strerror(errno)));
  }
  return noDevice;
}

}  // namespace kernline::cli
