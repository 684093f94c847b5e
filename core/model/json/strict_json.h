// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline::chrome {

/// Whether a text is one value of JSON as RFC 8259 has it, so that every program can read it: also well-formed UTF-8,
/// no half of a surrogate pair, no number beyond a double.
[[nodiscard]] bool isStrictJson(std::string_view text);

}  // namespace kernline::chrome
