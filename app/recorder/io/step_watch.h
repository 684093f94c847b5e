// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// Steps of a program, from 1.
struct StepRange {
  std::uint64_t first = 1;
  std::uint64_t last = 1;

  bool operator==(const StepRange&) const = default;
};

/// Parses "10..12" or "10". The error is a sentence without its dot.
std::expected<StepRange, std::string> readStepRange(std::string_view text);
/// Formats steps for readStepRange().
std::string toText(const StepRange& steps);

/// Parses "step>1.3*median", with or without spaces, and returns the factor. The error is a sentence without its dot.
std::expected<double, std::string> readSlowStep(std::string_view text);

/// Decides after each step of a program whether a recording is to begin or to end.
class StepWatch {
 public:
  enum class Wish : std::uint8_t { None, Begin, End };

  /// `slowFactor` is 0 if slow steps are not waited for.
  StepWatch(std::optional<StepRange> steps, double slowFactor) : m_steps(steps), m_slowFactor(slowFactor) {}

  [[nodiscard]] bool isAfterSlowSteps() const { return !m_steps; }
  /// Returns the wish before the first step.
  [[nodiscard]] Wish begun() const { return m_steps && m_steps->first == 1 ? Wish::Begin : Wish::None; }
  /// A step ended at `time`, ns.
  Wish ended(std::int64_t time);
  /// The step after which a recording was wished for: "step 57: 61.2 ms, median 40.1 ms".
  [[nodiscard]] const std::string& slowStep() const { return m_slowStep; }

 private:
  [[nodiscard]] bool isSlow(std::int64_t duration);

  std::optional<StepRange> m_steps;
  double m_slowFactor;
  std::uint64_t m_count = 0;
  std::int64_t m_last = 0;
  std::deque<std::int64_t> m_durations;  // the latest
  std::string m_slowStep;
};

}  // namespace kernline::recorder
