// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// `text` for the inside of an HTML or SVG element or of an attribute in double quotes: markup is escaped, control
/// characters and what is no UTF-8 are made visible as `printable` does.
[[nodiscard]] std::string htmlText(std::string_view text);

/// `htmlText` of a name or path, for the inside of an element: a line may break after each of its words.
[[nodiscard]] std::string htmlName(std::string_view name);

}  // namespace kernline
