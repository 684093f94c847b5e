// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline {

enum class Faster : std::uint8_t {
  Base,
  Other,
  Neither,  ///< no difference beyond the noise
  Unknown,  ///< they differ, but steps are too few or too unlike each other to know whether that is noise
};
[[nodiscard]] std::string_view toText(Faster faster);  ///< "base", "other", "neither", "unknown"

/// Verdict on whether a run's steps take longer than another's, by Welch's test on the lengths of their steps.
struct Verdict {
  /// Steps and their ratio without the profiler, where it slowed the host of either run; estimates.
  struct WithoutProfiler {
    double baseStep = 0;  ///< ns
    double otherStep = 0;
    double ratio = 1;
    double low = 1;  ///< lower end of the ratio
    double high = 1;
    std::optional<double> noise = {};  ///< noise of steps without the profiler, see below

    [[nodiscard]] bool isNoise() const;   ///< no difference beyond the noise
    [[nodiscard]] Faster faster() const;  ///< Unknown if it is noise, or may be either by the range
  };
  Faster faster = Faster::Unknown;
  double baseStep = 0;  ///< ns: mean length
  double otherStep = 0;
  double ratio = 1;  ///< mean step of the other run by that of the base: below 1 the other one is faster
  /// The confidence that they differ, 0 to 1 (1 - p of the test); nullopt if a run has a single step.
  std::optional<double> confidence;
  /// Half of the 95 % interval of the difference by the base's mean: what is smaller is noise.
  std::optional<double> noise;
  std::optional<WithoutProfiler> withoutProfiler = {};
  std::vector<Message> reasons;  ///< sentences: how many steps, their spread, what was left out, what is noise
  std::vector<Message> doubts;   ///< sentences: why these runs should perhaps not be compared at all
};

/// Compares lengths of steps, at least one each. Returns ratio, confidence, noise and who is faster; no sentences.
[[nodiscard]] Verdict verdictOn(std::span<const Duration> base, std::span<const Duration> other);

/// "2.70× faster: 24.05 ms → 8.91 ms per step.", "No significant difference: …", … for people. Where recording slowed
/// the host: "About 4.05× faster without the profiler (3.37 to 4.57×): …".
[[nodiscard]] Message sentenceOn(const Verdict& verdict);

/// "Recording slows the host. As recorded: 2.70× faster: …"; empty where it makes no difference.
[[nodiscard]] Message sentenceOnRecorded(const Verdict& verdict);

/// Slowdown of the other run: without the profiler where recording slowed the host of either, else as recorded.
struct Slowdown {
  double ratio = 1;
  bool isNoise = false;    ///< no difference beyond the noise
  bool isCertain = false;  ///< whether it is beyond the noise, or at either end of the estimate
};
[[nodiscard]] Slowdown slowdownOf(const Verdict& verdict);

/// The confidence that they differ, and the size of noise: "Difference is significant (99.0 %). …"; empty if unknown.
[[nodiscard]] Message sentenceOnNoise(const Verdict& verdict);

}  // namespace kernline
