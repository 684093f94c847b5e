// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// "runs.zip/rank0/train.log": the part after the name of a file names a member of that archive. No path of the system
/// is such, since a file is no folder.
struct MemberPath {
  std::string file;    ///< the file to open
  std::string member;  ///< member by its `plainMemberName`; empty for the file itself
};

[[nodiscard]] MemberPath splitMemberPath(const std::string& path);

/// A member's name as a part of a path: without "/", "./" and "../" that lead out of the archive.
[[nodiscard]] std::string plainMemberName(std::string_view name);

}  // namespace kernline
