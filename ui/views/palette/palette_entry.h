// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace kernline::ui {

/// Something that a palette offers.
struct PaletteEntry {
  QString title;
  QString detail;  ///< shown at the right: a shortcut, what a track is of
  std::function<void()> run;
  QString otherTitle = {};  ///< found by too, e.g. the English name
};

}  // namespace kernline::ui
