// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/replay/critical_path.h"

#include <QColor>
#include <QRectF>
#include <QString>

class QFont;
class QPainter;

namespace kernline::ui {

/// The look of a part or a cause wherever it appears: a letter, since color alone is not enough, and a color on which
/// `ink` reads in the light and the dark theme alike.
struct FigureMark {
  QChar letter;
  QColor color;
  const char* sourceOfName = "";
  const char* sourceOfDefinition = "";

  [[nodiscard]] QString name() const;        ///< "Host-bound"
  [[nodiscard]] QString definition() const;  ///< one sentence for people
};

[[nodiscard]] const FigureMark& markOf(TimeCategory part);
[[nodiscard]] const FigureMark& markOf(IdleCause cause);
[[nodiscard]] const FigureMark& markOf(PathKind kind);
[[nodiscard]] const FigureMark& exposedMark();
[[nodiscard]] const FigureMark& overlappedMark();
/// Letters and text on marks: a contrast of at least 7.
[[nodiscard]] QColor markInk();
/// The letter of a mark on its color.
void paintMark(QPainter& painter, QRectF rect, const FigureMark& mark, const QFont& font);

}  // namespace kernline::ui
