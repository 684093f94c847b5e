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

/// A part of a profile: by time, or by the steps in it.
struct RangeChoice {
  std::string range;
  std::string steps;

  [[nodiscard]] bool isWhole() const { return range.empty() && steps.empty(); }
};

/// Adds `--range A..B` and `--steps A..B`, which exclude each other.
void addRangeOptions(CLI::App& command, RangeChoice& into);

/// What checked options mean for `file`; nothing for the whole of it. Error: that lies outside of the profile, or there
/// are no such steps.
[[nodiscard]] Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const LoadedFile& file);

}  // namespace kernline::cli
