// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// The cells of CSV, a vector a line; read apart from Kernline's readers.
[[nodiscard]] std::vector<std::vector<std::string>> csvCells(const std::string& text);

/// Parses a number that ncu printed, without its thousands separators.
[[nodiscard]] std::optional<double> printedNumber(std::string_view text);

/// A unit that ncu scaled for a column: the base unit, and what one of the printed is in it.
struct ScaledUnit {
  std::string base;
  double factor = 1;
};
[[nodiscard]] ScaledUnit scaledUnit(const std::string& printed);

}  // namespace kernline::test
