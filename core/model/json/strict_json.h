// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline::chrome {

/// Returns whether a text is one JSON value by RFC 8259 that every program can read: well-formed UTF-8, no half of a
/// surrogate pair, no number beyond a double.
[[nodiscard]] bool isStrictJson(std::string_view text);

}  // namespace kernline::chrome
