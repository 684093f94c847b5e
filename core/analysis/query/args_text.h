// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// The args of an event as they are searched: the file's JSON without quotes, without blanks after a colon or a comma
/// and outside of strings, with escapes resolved. `{"grid": [128, 1, 1], "kernel \u00b5s": 3}` becomes
/// `{grid:[128,1,1],kernel µs:3}`. Linear. `out` is written anew.
void plainArgs(std::string_view json, std::string& out);

/// Converts typed text to the same form, so that `grid: [128`, `"grid":[128` and `grid:[128` are one.
[[nodiscard]] std::string plainNeedle(std::string_view text);

}  // namespace kernline
