// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/measured_lines.h"

#include "core/compare/runs/measured_rows.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <string>

namespace kernline::ui {

QStringList measuredLines(const RunRow& row) {
  QStringList lines;
  for (const MeasuredFigure& figure : measuredFigures(row)) {
    QStringList values;
    for (const std::string& value : figure.values) {
      values << (value.empty() ? QStringLiteral("–") : qt(value));
    }
    QString line = QStringLiteral("%1: %2").arg(coreText(figure.name), values.join(QStringLiteral(" → ")));
    if (!figure.change.empty()) {
      line += QStringLiteral(" (%1)").arg(qt(figure.change));
    }
    lines << line;
  }
  return lines;
}

}  // namespace kernline::ui
