// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/progress.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>

namespace kernline {

/// The program that exports reports of Nsight Systems, and the place where the exports are cached.
struct ExportPlaces {
  std::string searchPath;       ///< search path in the form of PATH; folders without a leading "/" are ignored
  std::filesystem::path cache;  ///< empty for no cache
  std::chrono::milliseconds limit{std::chrono::hours{1}};  ///< time after which nsys is ended

  /// PATH, and "kernline/nsys" in $XDG_CACHE_HOME or ~/.cache.
  [[nodiscard]] static ExportPlaces ofEnvironment();
};

/// The SQLite database of a report (.nsys-rep, .qdrep), whose own format is not public: the one next to it under the
/// same stem, unless it is older and a new one can be made; else the one that was made of this file before; else `nsys
/// export` makes one now. The cache knows a report by its size, time and inode; an export in it is complete or not
/// there, and the oldest make room. No shell, and no program but nsys, is run; it is ended on `stop` or when time is
/// up. Errors: no nsys is installed, with the command to run elsewhere; nsys failed, with its message.
[[nodiscard]] Expected<std::filesystem::path> exportOfReport(const std::filesystem::path& report,
                                                             const ExportPlaces& places, const std::stop_token& stop,
                                                             Progress& progress);

}  // namespace kernline
