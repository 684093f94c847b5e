// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <string>
#include <string_view>

namespace kernline {

/// Unit in which numbers of a column or an axis are shown: `value / factor` of `symbol`.
struct ShownUnit {
  double factor = 1;
  std::string symbol;  ///< "ms", "GiB", "%", "M tok/s"; may be empty
};

/// The unit in which `maxValue`, a value in the base unit of `quantity`, has one to four digits before the point.
/// `unit` is what a rate or a number without a base unit is of.
[[nodiscard]] ShownUnit shownUnit(Quantity quantity, std::string_view unit, double maxValue);

/// The number alone, of four significant digits: "24.50", "1337", "0.0612". "–" if not finite.
[[nodiscard]] std::string formatIn(const ShownUnit& unit, double value);

}  // namespace kernline
