// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// `text` as a cell of RFC 4180: in quotes where it needs them. Control characters are escaped as `withoutControls`
/// does it, and what a spreadsheet would run ("=HYPERLINK(…)") has an apostrophe before it, so that it is text there.
[[nodiscard]] std::string csvCell(std::string_view text);

}  // namespace kernline
