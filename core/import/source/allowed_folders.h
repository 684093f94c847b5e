// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kernline {

/// Restricts `StoredFile`, for the whole process, to regular files that really lie below one of these folders, however
/// links and names lead there, and not standard input. Meant for a program whose input others choose. Call it once,
/// before any file is read.
void openOnlyBelow(std::vector<std::filesystem::path> folders);

/// Whether this path, of a real file without links in it, lies in one of the folders or is one.
[[nodiscard]] bool isBelow(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders);

/// Whether what this descriptor has open may be read. Anything may be until `openOnlyBelow`.
[[nodiscard]] bool mayBeRead(int descriptor);

}  // namespace kernline
