// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline::sniff {

// Functions by which the list of formats recognizes formats, if that takes more than a few bytes.

[[nodiscard]] bool isMostlyText(std::string_view head);
[[nodiscard]] bool contains(std::string_view text, std::string_view part);
[[nodiscard]] std::string_view withoutLeadingSpace(std::string_view text);

/// Text that begins as JSON does; "[rank0]: …" and "[INFO] …" do not.
[[nodiscard]] bool beginsAsJson(std::string_view text);

[[nodiscard]] bool isAnyPickle(std::string_view head);
/// Returns whether there are at least two lines with the same number, two or more, of separators.
[[nodiscard]] bool isSeparated(std::string_view text, char separator);
[[nodiscard]] bool isPythonSource(std::string_view text);

}  // namespace kernline::sniff
