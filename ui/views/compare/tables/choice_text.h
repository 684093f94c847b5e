// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/measurements.h"

#include <QString>

#include <cstddef>
#include <string>

namespace kernline::ui {

/// A name or a value for a list of choices. Words of the core's own are translated, those of the log are as they are.
[[nodiscard]] QString briefly(const std::string& text);

/// Returns the title of a metric, with its key only if two metrics share a title: "Fwd [bytes]".
[[nodiscard]] QString metricTitle(const Measurements& measurements, std::size_t metric);

}  // namespace kernline::ui
