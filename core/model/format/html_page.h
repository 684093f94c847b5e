// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline {

/// The beginning of a report that is one file: no scripts, no external resources, light or dark as the reader's
/// system is. It has styles for sections, tables with bars (`delta`), `dim`, `best` and `failed` texts; `moreStyle` is
/// CSS. `title` is a plain text.
[[nodiscard]] std::string htmlPageBegin(std::string_view title, std::string_view moreStyle);
[[nodiscard]] std::string htmlPageEnd();

/// "… 12 more rows; --csv lists all", where a list of a report is cut; empty if nothing is left out.
[[nodiscard]] std::string htmlCutNotice(std::size_t shown, std::size_t all, std::string_view noun);

}  // namespace kernline
