// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline::cli {

enum class ColorChoice { Auto, Always, Never };

/// The user's choices for the terminal, by options. Set once, before anything is written.
struct TerminalChoices {
  ColorChoice color = ColorChoice::Auto;
  bool usesPager = true;
};
void setTerminalChoices(TerminalChoices choices);
[[nodiscard]] const TerminalChoices& terminalChoices();

/// Columns of the terminal that stdout is; 0 if it is none.
[[nodiscard]] std::size_t terminalWidth();
/// Rows; 0 if it is none.
[[nodiscard]] std::size_t terminalHeight();

/// Whether standard input is a terminal.
[[nodiscard]] bool isTyped();

/// Returns true if text on this descriptor is to be colored: as set by --color, else if it is a terminal that can,
/// unless NO_COLOR is set (no-color.org).
[[nodiscard]] bool isColored(int descriptor);

/// "\nDevices\n": the heading of a part of an answer, bold if stdout is colored.
[[nodiscard]] std::string heading(std::string_view text);
/// One line without its end, bold where stdout is colored.
[[nodiscard]] std::string bold(std::string_view text);

/// Whether the locale has all characters.
[[nodiscard]] bool isUtf8Locale();
/// `text` in the characters of the locale: as it is in UTF-8, else with plain digits, "us" for "µs" and the like.
[[nodiscard]] std::string inLocale(std::string_view text);

}  // namespace kernline::cli
