// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <QSize>
#include <QString>

class QWidget;

namespace kernline::ui {

/// The differences of a picture from the screen.
struct PictureLook {
  QSize size = {};          ///< size of the widget in its own pixels; empty for its own size
  double scale = 1;         ///< pixels of the picture for one of those
  QString title = {};       ///< title line above; empty for none
  bool showsLegend = true;  ///< whether to show a legend, where there is one
  bool addsLegend = false;  ///< also one that is only for pictures
};

/// A widget that explains colors has this property, so that a picture can do without.
constexpr auto legendProperty = "isLegend";

/// One that is hidden on the screen has this one, too, while a picture can show it.
constexpr auto pictureLegendProperty = "isLegendOfPictures";

/// Whether the widget shows a legend.
[[nodiscard]] bool hasLegend(const QWidget& widget);
/// Whether a picture of the widget can have a legend that the widget does not show.
[[nodiscard]] bool mayAddLegend(const QWidget& widget);

/// Renders a widget into a file as `saveFile` writes one: shapes if its name ends in .svg, else a PNG. A note is a line
/// of its own below the widget. The widget looks afterwards as before.
[[nodiscard]] Expected<QString> savePicture(QWidget& widget, const QString& path, const QString& note = {},
                                            const PictureLook& look = {});

}  // namespace kernline::ui
