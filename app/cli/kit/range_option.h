// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "core/model/base/error.h"
#include "core/model/base/time.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace kernline::cli {

/// Adds `--range A..B`, whose syntax is checked before any file is read.
void addRangeOption(CLI::App& command, std::string& into);

/// What a checked `--range` means for `file`; nothing for an empty text. Error: it lies outside of the profile.
[[nodiscard]] Expected<std::optional<TimeRange>> rangeWithin(const std::string& text, const LoadedFile& file);

}  // namespace kernline::cli
