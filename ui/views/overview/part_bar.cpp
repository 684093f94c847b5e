// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/part_bar.h"

#include "ui/kit/style/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int partBarHeight = 30;
constexpr double minLabeledWidth = 16;
constexpr double gap = 1;

}  // namespace

PartBar::PartBar(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
}

void PartBar::setLines(std::vector<FigureLine> lines) {
  m_lines = std::move(lines);
  QStringList parts;
  for (const FigureLine& line : m_lines) {
    parts << QStringLiteral("%1 %2").arg(line.name, line.shareText);
  }
  setAccessibleName(parts.join(QStringLiteral(", ")));
  update();
}

QSize PartBar::sizeHint() const {
  return {400, partBarHeight};
}

const FigureLine* PartBar::lineAt(double x) const {
  double left = 0;
  for (const FigureLine& line : m_lines) {
    const double right = left + line.share * width();
    if (x >= left && x < right) {
      return &line;
    }
    left = right;
  }
  return nullptr;
}

bool PartBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const FigureLine* line = lineAt(help->pos().x());
    QToolTip::showText(help->globalPos(),
                       line == nullptr
                           ? QString()
                           : QStringLiteral("%1: %2 · %3\n%4").arg(line->name, line->value, line->shareText, line->tip),
                       this);
    return true;
  }
  return QWidget::event(event);
}

void PartBar::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath outline;
  outline.addRoundedRect(rect(), 4, 4);
  painter.setClipPath(outline);
  painter.fillRect(rect(), palette().color(QPalette::Midlight));
  QFont letters(font());
  letters.setWeight(QFont::DemiBold);
  painter.setFont(letters);
  double left = 0;
  for (const FigureLine& line : m_lines) {
    const double right = left + line.share * width();
    const QRectF piece(left, 0, std::max(right - left - gap, right > left ? 0.5 : 0.0), height());
    painter.fillRect(piece, line.mark.color);
    if (piece.width() >= minLabeledWidth) {
      const QString both = QStringLiteral("%1 %2").arg(line.name, line.shareText);
      const QString brief = QStringLiteral("%1 %2").arg(QString(line.mark.letter), line.shareText);
      const auto fits = [&](const QString& text) {
        return painter.fontMetrics().horizontalAdvance(text) + 12 <= piece.width();
      };
      painter.setPen(markInk());
      painter.drawText(piece, Qt::AlignCenter, fits(both) ? both : fits(brief) ? brief : QString(line.mark.letter));
    }
    left = right;
  }
}

void PartBar::mouseMoveEvent(QMouseEvent* event) {
  const FigureLine* line = lineAt(event->position().x());
  setCursor(line != nullptr && !line->place.isEmpty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PartBar::mouseReleaseEvent(QMouseEvent* event) {
  const FigureLine* line = lineAt(event->position().x());
  if (event->button() == Qt::LeftButton && line != nullptr && !line->place.isEmpty()) {
    Q_EMIT placeRequested(line->place);
  }
}

}  // namespace kernline::ui
