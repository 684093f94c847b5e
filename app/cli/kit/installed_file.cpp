// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/installed_file.h"

#include <system_error>

namespace kernline::cli {

std::filesystem::path programFolder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::string installedFile(const std::string& relative) {
  const std::filesystem::path program = programFolder();
  // Installed as /usr/bin and /usr/share; built as build/<preset>/bin.
  for (const char* folder : {"../share/kernline", "../../../resources"}) {
    const std::filesystem::path file = program / folder / relative;
    std::error_code error;
    if (!program.empty() && std::filesystem::exists(file, error)) {
      return std::filesystem::canonical(file, error).string();
    }
  }
  return {};
}

}  // namespace kernline::cli
