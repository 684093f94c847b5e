// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/time_axis.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::ui {

inline constexpr double tickLabelSpacing = 110;  ///< pixels between labeled ticks

struct RulerTick {
  double x = 0;
  bool isLabeled = false;
  std::string label;
};

/// The marks of the ruler. Far into a trace, where whole times would be too long to read, labels count from
/// `baseLabel`, which is shown once at the ruler's left.
struct RulerTicks {
  std::vector<RulerTick> ticks;
  std::string baseLabel;  ///< empty if labels are whole times from the trace's start
};

/// Meaning of a nanosecond on the axis: itself, or one counted item.
enum class RulerUnit : std::uint8_t { Time, Count };

/// Ticks at 1, 2 or 5 times a power of ten ns from `origin`, labels at least `labelSpacing` pixels apart.
[[nodiscard]] RulerTicks rulerTicks(const TimeAxis& axis, Time origin, double labelSpacing,
                                    RulerUnit unit = RulerUnit::Time);

/// "1.5 ms" of a time from the trace's start, with as many decimals as `step` needs.
[[nodiscard]] std::string rulerLabel(Duration sinceOrigin, Duration step);

/// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `min`.
[[nodiscard]] std::int64_t roundStep(double min);

}  // namespace kernline::ui
