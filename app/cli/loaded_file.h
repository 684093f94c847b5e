// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <string>

namespace kernline::cli {

/// A file that could be read, and how long that took.
struct LoadedFile {
  std::string path;
  std::shared_ptr<const Trace> trace;
  Duration loadTime;
};

/// Loads `path`, with progress on stderr if that is a terminal. If it cannot be used, says so there in one line.
[[nodiscard]] std::optional<LoadedFile> loadFile(const std::string& path);

}  // namespace kernline::cli
