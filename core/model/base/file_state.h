// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kernline {

/// State of a file that distinguishes it from another one of the same name, and from earlier versions.
struct FileState {
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;     ///< inode or file index
  std::int64_t modifiedNs = 0;  ///< modification time in nanoseconds since 1970

  bool operator==(const FileState&) const = default;
};

/// nullopt, with errno set, if the system reports none.
[[nodiscard]] std::optional<FileState> fileState(const std::string& path);

}  // namespace kernline
