// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::logs {

/// Meaning of a comma in a cell, as locales print numbers differently.
enum class CommaMeaning : std::uint8_t {
  None,     ///< no part of a number, or one between groups of digits
  Decimal,  ///< "2,5", "1.234,56 ms"
  Either,   ///< "1,250": depends on the table's other numbers
};

[[nodiscard]] CommaMeaning commaMeaning(std::string_view cell);
/// "1.024" and "1.234.567": with decimal commas, points between groups of three digits.
[[nodiscard]] bool mayBePointedGroups(std::string_view cell);
/// "1.024" as "1024".
[[nodiscard]] std::string withoutPoints(std::string_view cell);
/// "1.234,56 ms" as "1234.56 ms". Only of a cell whose comma may be decimal.
[[nodiscard]] std::string withDecimalPoint(std::string_view cell);

}  // namespace kernline::logs
