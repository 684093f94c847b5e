// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace kernline::ui {

/// "1,234".
[[nodiscard]] QString countText(std::uint64_t number);

/// A number in words: `one` for 1, else `many`, with the number in groups of three for the %1 in them. A pair instead
/// of Qt's %n, which groups no digits and needs a translation even of English.
[[nodiscard]] QString counted(std::uint64_t number, const QString& one, const QString& many);

}  // namespace kernline::ui
