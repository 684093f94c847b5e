// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace kernline::cli {

/// Adds `--range A..B`, whose syntax is checked before any file is read.
void addRangeOption(CLI::App& command, std::string& into);

/// What a checked `--range` means for a profile with these bounds; nothing for an empty text. A range that lies beyond
/// 64-bit nanoseconds there is empty.
[[nodiscard]] std::optional<TimeRange> rangeWithin(const std::string& text, TimeRange bounds);

}  // namespace kernline::cli
