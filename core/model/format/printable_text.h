// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline {

/// `text` as one line that is safe to show: what is no UTF-8 becomes U+FFFD, control characters (a terminal would
/// obey them) and direction overrides become `\x1b`, `\n`, `\u202e`.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` with the same escapes, but line feeds and tabs as they are: for files that programs read and people print.
[[nodiscard]] std::string withoutControls(std::string_view text);

/// JSON with what a terminal would obey in its texts written as \uXXXX, which means the same.
[[nodiscard]] std::string jsonWithoutControls(std::string json);

/// Returns how many columns a terminal gives `text`, which must be UTF-8: wide characters count two, combining ones
/// none.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// `text` in at most `width` columns, with "…" where its middle was taken out. `width` is at least 1.
[[nodiscard]] std::string elided(std::string_view text, std::size_t width);

}  // namespace kernline
