// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <QString>

class QWidget;

namespace kernline::ui {

/// Renders a widget into a file as `saveFile` writes one: shapes if its name ends in .svg, else a PNG.
[[nodiscard]] Expected<QString> savePicture(QWidget& widget, const QString& path);
/// The same, and a note in a line of its own below the widget.
[[nodiscard]] Expected<QString> savePicture(QWidget& widget, const QString& path, const QString& note);

}  // namespace kernline::ui
