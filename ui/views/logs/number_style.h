// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <QString>

#include <string_view>
#include <vector>

namespace kernline::ui {

/// The style of the numbers in one column: all in one unit, with the same number of decimals at most, so that they
/// can be compared by eye.
struct NumberStyle {
  QString unit;      ///< "ms", "MiB", "%"; empty for none
  double scale = 1;  ///< size of the unit in base units
  int decimals = 0;
};

/// A number of a column and how many decimals it was printed with.
struct PrintedNumber {
  double value = 0;
  int decimals = 0;
};

/// Returns the number of digits after the point of the first number in `text`.
[[nodiscard]] int printedDecimals(std::string_view text);

/// A style in which the largest of `numbers` keeps few digits before the point and small ones keep some after it.
/// `printedUnit` is that of Number and Rate columns, whose numbers are as printed.
[[nodiscard]] NumberStyle styleFor(Quantity quantity, std::string_view printedUnit,
                                   const std::vector<PrintedNumber>& numbers);

/// Returns the number of decimals of `style` that `printed`, the text of `value`, has too: "2.254s" has none in ms. All
/// of them if that is unknown.
[[nodiscard]] int decimalsAsPrinted(double value, std::string_view printed, const NumberStyle& style);

/// "1 234.500": without the unit, in groups of three. "–" for NaN, "<0.001" for what the decimals cannot show.
[[nodiscard]] QString numberText(double value, const NumberStyle& style);
/// Formats a value with its unit: "1.500 ms", "34.6 %".
[[nodiscard]] QString quantityText(double value, const NumberStyle& style);

}  // namespace kernline::ui
