// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/duration_text.h"

#include <charconv>
#include <cmath>

namespace kernline::recorder {

std::optional<std::chrono::nanoseconds> durationOf(std::string_view text) {
  constexpr double maxSeconds = 30.0 * 24 * 3600;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 0;
  if (error != std::errc{} || !std::isfinite(value) || value < 0 || scale == 0) {
    return std::nullopt;
  }
  const double seconds = value * scale;
  if (seconds > maxSeconds) {
    return std::nullopt;
  }
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

}  // namespace kernline::recorder
