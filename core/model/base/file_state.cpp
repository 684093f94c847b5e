// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/file_state.h"

#include <sys/stat.h>

namespace kernline {

std::optional<FileState> fileState(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return std::nullopt;
  }
  constexpr std::int64_t second = 1'000'000'000;
  return FileState{.bytes = static_cast<std::uint64_t>(status.st_size),
                   .number = status.st_ino,
                   .modifiedNs = std::int64_t{status.st_mtim.tv_sec} * second + status.st_mtim.tv_nsec};
}

}  // namespace kernline
