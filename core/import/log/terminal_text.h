// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::logs {

/// `line` without what a carriage return wrote over.
[[nodiscard]] std::string_view lastWritten(std::string_view line);

/// Returns `line` as a terminal would show it, without colors and other control characters. Boxes are drawn in ASCII
/// ("│" is "|"). `marks` are those of `line`. The result is `line`, or it is put after what `store` holds, which must
/// have room for as many bytes as `line` has: it must not move.
[[nodiscard]] std::string_view terminalText(std::string_view line, std::uint16_t marks, std::string& store);

}  // namespace kernline::logs
