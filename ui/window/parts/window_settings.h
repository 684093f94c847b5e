// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/byte_units.h"
#include "core/model/names/name_style.h"
#include "ui/kit/language/language.h"
#include "ui/kit/style/theme.h"

#include <cstdint>

class QMainWindow;

namespace kernline::ui {

/// Geometry and docks as the user left them; at first as large as the window is and the screen has room for. Kept under
/// a number that changes with the set of docks and tool bars.
void restoreWindow(QMainWindow& window);
void storeWindow(const QMainWindow& window);
/// Geometry and docks of another window, without the settings.
void placeWindowLike(QMainWindow& window, const QMainWindow& other);

[[nodiscard]] NameStyle storedNameStyle();
void storeNameStyle(NameStyle style);

[[nodiscard]] LanguageChoice storedLanguage();
void storeLanguage(LanguageChoice choice);

[[nodiscard]] ByteUnits storedByteUnits();
void storeByteUnits(ByteUnits units);

/// Bytes; 0 for three quarters of the free memory.
[[nodiscard]] std::uint64_t storedMemoryLimit();
void storeMemoryLimit(std::uint64_t bytes);

/// Whether timelines color device activity by its share of the roofline.
[[nodiscard]] bool storedRooflineColors();
void storeRooflineColors(bool isByRoofline);

/// Whether the guided look has begun by itself before.
[[nodiscard]] bool storedGuideSeen();
void storeGuideSeen();

[[nodiscard]] ThemeChoice storedTheme();
void storeTheme(ThemeChoice choice);

}  // namespace kernline::ui
