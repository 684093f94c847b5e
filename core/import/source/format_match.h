// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline {

/// The likelihood that a text is a file to open, least first.
enum class FormatMatch : std::uint8_t {
  None,
  Text,      ///< several lines of it
  Possible,  ///< JSON or HTML
  Log,       ///< text with a ruler, or with words of profilers' tables
  Database,
  Trace,  ///< it names a member that only traces have
};

/// Rates a text by its first 64 KiB, or all of it. The list of formats has the function that counts
/// (core/open/formats.cpp); it is passed down.
using RateText = FormatMatch (*)(std::string_view head);

/// Rates any text alike, for sources that are no archives and need no choice.
[[nodiscard]] inline FormatMatch anyText(std::string_view head) {
  return head.empty() ? FormatMatch::None : FormatMatch::Possible;
}

[[nodiscard]] constexpr bool canBeLog(FormatMatch match) {
  return match == FormatMatch::Log || match == FormatMatch::Text;
}

}  // namespace kernline
