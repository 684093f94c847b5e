// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/unit_text.h"
#include "core/model/base/text.h"
#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace kernline::logs {

struct PrintedQuantity {
  double value = 0;  ///< base units
  double error = std::numeric_limits<double>::quiet_NaN();
  Quantity quantity = Quantity::Number;
  std::string_view unit = {};      ///< printed unit; empty if there was none
  bool isInteger = false;          ///< no point, no exponent
  std::string_view trailing = {};  ///< text after the value, if allowed
};

/// Digits of a number: sign, thousands separators (groups of three or four digits, as nsys prints in some locales),
/// point, exponent; no text after. Exactly rounded. "1,5" is refused: it is a group too short, or another country's
/// decimal point.
[[nodiscard]] std::optional<double> numberOf(std::string_view text, std::int32_t decimalPower = 0);

/// All of `text` as one number with or without a unit and an error: "24.5±0.06ms", "24.5 ms ± 0.06", "-12.55 GB",
/// "5,846,528", "~1M", "1337286 tok/s", "44.16%". Bytes are rounded to whole ones. nullopt for an unknown unit.
[[nodiscard]] std::optional<PrintedQuantity> quantityOf(std::string_view text, ByteBase base);

/// Parses a quantity with any short word as unit: "10916756 字符", "23 layers" (then the quantity is Number).
[[nodiscard]] std::optional<PrintedQuantity> quantityWithAnyUnit(std::string_view text, ByteBase base);

/// A number that was printed without its unit, in that of `unit`, which is known to unitOf; as it is if it is too
/// large.
[[nodiscard]] PrintedQuantity inUnit(const PrintedQuantity& plain, std::string_view unit);
[[nodiscard]] PrintedQuantity inUnit(const PrintedQuantity& plain, const UnitText& unit);

/// "38.1/80.0 GiB": how much of how many bytes is used.
[[nodiscard]] std::optional<PrintedQuantity> usedQuantity(std::string_view text);

/// The value at the beginning of `text`, with `trailing` what is glued to it: "587.351ms0". A unit is required.
[[nodiscard]] std::optional<PrintedQuantity> leadingQuantity(std::string_view text, ByteBase base);

}  // namespace kernline::logs
