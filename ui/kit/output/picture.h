// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace kernline::ui {

/// Renders a widget into a file: shapes if its name ends in .svg, else a PNG. False if that cannot be written.
[[nodiscard]] bool savePicture(QWidget& widget, const QString& path);

}  // namespace kernline::ui
