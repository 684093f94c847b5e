// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/installed_file.h"

#include <filesystem>
#include <system_error>

namespace kernline::cli {

std::string installedFile(const std::string& relative) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  // Installed as /usr/bin and /usr/share; built as build/<preset>/bin.
  for (const char* folder : {"../share/kernline", "../../../resources"}) {
    const std::filesystem::path file = program / folder / relative;
    if (!error && std::filesystem::exists(file, error)) {
      return std::filesystem::canonical(file, error).string();
    }
    error.clear();
  }
  return {};
}

}  // namespace kernline::cli
