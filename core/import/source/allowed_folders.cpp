// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/allowed_folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

std::optional<std::vector<std::filesystem::path>>& allowedFolders() {
  static std::optional<std::vector<std::filesystem::path>> folders;
  return folders;
}

}  // namespace

void openOnlyBelow(std::vector<std::filesystem::path> folders) {
  allowedFolders() = std::move(folders);
}

bool isBelow(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders) {
  return std::ranges::any_of(folders, [&](const std::filesystem::path& folder) {
    return std::ranges::mismatch(folder, file).in1 == folder.end();
  });
}

bool mayBeRead(int descriptor) {
  const auto& folders = allowedFolders();
  if (!folders) {
    return true;
  }
  // An open file cannot be replaced by another one, as a name could between check and use.
  std::error_code error;
  const auto real = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", descriptor), error);
  return !error && isBelow(real, *folders) && std::filesystem::is_regular_file(real, error);
}

}  // namespace kernline
