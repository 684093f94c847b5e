// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/counter_set.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// `--counters[=SET] [--every T]`: which counters are sampled, and how often.
struct CounterOptions {
  std::vector<CounterMetric> metrics{};  ///< empty if none
  std::chrono::nanoseconds interval{100'000};

  /// The set that --counters alone takes.
  static constexpr std::string_view defaultSet = "basic";

  /// Reads the value of --counters, or of --every. Returns an error without the final dot, or an empty text.
  [[nodiscard]] std::string readSet(std::string_view text);
  [[nodiscard]] std::string readInterval(std::string_view text);
  /// Returns the error of the two combined.
  [[nodiscard]] std::string problem() const;

 private:
  bool m_isIntervalSet = false;
};

}  // namespace kernline::recorder
