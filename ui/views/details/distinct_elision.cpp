// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/distinct_elision.h"

#include <algorithm>

namespace kernline::ui {
namespace {

qsizetype commonBeginning(const QString& a, const QString& b) {
  return std::ranges::mismatch(a, b).in1 - a.begin();
}

}  // namespace

QString elideDistinct(const QFontMetrics& metrics, const QString& text, const QStringList& others, int width) {
  QString cut = metrics.elidedText(text, Qt::ElideMiddle, width);
  if (cut == text) {
    return cut;
  }
  qsizetype differs = 0;
  for (const QString& other : others) {
    if (other != text && metrics.elidedText(other, Qt::ElideMiddle, width) == cut) {
      differs = std::max(differs, commonBeginning(text, other));
    }
  }
  constexpr qsizetype shownBefore = 6;
  return differs <= shownBefore
             ? cut
             : metrics.elidedText(QStringLiteral("…") + text.mid(differs - shownBefore), Qt::ElideRight, width);
}

}  // namespace kernline::ui
