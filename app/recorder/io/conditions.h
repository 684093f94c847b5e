// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// Conditions on which an armed recorder records without being asked.
struct Conditions {
  double slowStep = 0;   ///< factor over the median from which a step counts as slow; 0 if none does
  double idleShare = 0;  ///< share of the time kept for which a GPU is idle, 0 to 1; 0 if none counts
  bool hasException = false;
  bool hasOutOfMemory = false;

  /// The number of conditions.
  [[nodiscard]] int count() const {
    return (slowStep > 0 ? 1 : 0) + (idleShare > 0 ? 1 : 0) + (hasException ? 1 : 0) + (hasOutOfMemory ? 1 : 0);
  }
  /// Whether the time before such a moment is what matters.
  [[nodiscard]] bool needKeptTime() const { return idleShare > 0 || hasException || hasOutOfMemory; }
};

/// Adds the condition that --when names. Returns a sentence without its dot if there is none of that name, else
/// nothing.
std::string addCondition(std::string_view text, Conditions& conditions);

/// Formats conditions for the recorded process, which decides about exceptions and memory, and parses them.
std::string toText(const Conditions& conditions);
Conditions readConditions(std::string_view text);

/// Limits of the recording kept in memory.
struct KeepLimits {
  std::chrono::nanoseconds time = std::chrono::seconds(10);
  std::uint64_t bytes = 1'000'000'000;

  bool operator==(const KeepLimits&) const = default;
};

/// Parses "10s", "10s,256MB" or "2GB". The error is a sentence without its dot.
std::expected<KeepLimits, std::string> readKeepLimits(std::string_view text);

/// "256 MB" or "1.5 GB".
std::string sizeText(std::uint64_t bytes);

}  // namespace kernline::recorder
