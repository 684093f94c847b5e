// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/work_levels.h"

#include <QString>

#include <cstdint>

namespace kernline::ui {

/// Device activity in the color of how close it came to its roofline, instead of its name's.
struct WorkColors {
  WorkLevels levels;  ///< empty while a worker finds them out, and where there are none
  QString note;       ///< the device of the ceilings, or why there are none
};

/// "63 %", "latency bound".
[[nodiscard]] QString levelText(std::uint8_t level);

}  // namespace kernline::ui
