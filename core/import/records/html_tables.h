// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline::records {

/// The tables of a piece of HTML as lines with bars, as Markdown has them, an empty line after each. A first column
/// without a name, as data frames have for their index, is left out.
[[nodiscard]] std::string tablesOfHtml(std::string_view html);

}  // namespace kernline::records
