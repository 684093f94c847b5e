// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernline::csv {

/// The cells of one line, unquoted, without blanks around them. "" inside of quotes is a quote. A quote that is not
/// closed ends with the line.
void splitRow(std::string_view line, char separator, std::vector<std::string>& cells);

/// The first line of `text`, without its end; `text` goes on after it.
[[nodiscard]] std::string_view takeLine(std::string_view& text);

}  // namespace kernline::csv
