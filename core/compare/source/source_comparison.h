// SPDX-License-Identifier: GPL-3.0-or-later
// This folder compares the sampled program counters of two runs, line by line.
#pragma once

#include "core/compare/source/match_lines.h"
#include "core/compare/source/sampled_run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernline {

/// Samples before and after.
struct SamplePair {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
};

struct ComparedState {
  std::string state;  ///< CUPTI's word
  SamplePair samples;
};

/// A line of either version, or all instructions of which no line is known.
struct ComparedLine {
  std::uint32_t fileBefore = 0;  ///< number in its KernelSources::files; without meaning if the line is 0
  std::uint32_t lineBefore = 0;  ///< line number, from 1; 0 if not in this version, or not known
  std::uint32_t fileAfter = 0;
  std::uint32_t lineAfter = 0;
  std::optional<LineMatch> how = {};  ///< std::nullopt if in one version alone, or if no line is known
  SamplePair samples = {};
  std::vector<ComparedState> states = {};  ///< same order as the kernel's states
};

/// A kernel that both runs sampled. Samples of two runs are put on one scale: per launch, as if both had been sampled
/// as often as the first, or else as a share of all samples of the kernel.
struct ComparedKernel {
  std::size_t before = 0;  ///< number in the run's sources
  std::size_t after = 0;
  double scaleBefore = 0;  ///< factor of a sample, on that scale
  double scaleAfter = 0;
  bool isPerLaunch = false;  ///< false: shares
  SamplePair samples = {};
  std::vector<ComparedLine> lines = {};    ///< most changed first
  std::vector<ComparedState> states = {};  ///< the same

  [[nodiscard]] double valueBefore(const SamplePair& pair) const {
    return static_cast<double>(pair.before) * scaleBefore;
  }
  [[nodiscard]] double valueAfter(const SamplePair& pair) const { return static_cast<double>(pair.after) * scaleAfter; }
  /// Returns the change; above 0 if it became more expensive.
  [[nodiscard]] double change(const SamplePair& pair) const { return valueAfter(pair) - valueBefore(pair); }
  /// Whether a change is more than three standard deviations of what was counted, as chance alone would have them.
  [[nodiscard]] bool isClear(const SamplePair& pair) const;
};

struct SourceComparison {
  std::vector<ComparedKernel> kernels;  ///< most samples first
  std::vector<std::size_t> onlyBefore;  ///< numbers in the first run's sources
  std::vector<std::size_t> onlyAfter;
};

/// Kernels are the same if their names are, or else their short names where these are unique. Lines are matched by the
/// text of the files (`matchLines`); files are the same if their paths are, or else their names.
[[nodiscard]] SourceComparison compareSources(const SampledRun& before, const SampledRun& after);

}  // namespace kernline
