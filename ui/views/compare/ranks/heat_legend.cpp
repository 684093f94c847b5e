// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/heat_legend.h"

#include "ui/kit/charts/heat_colors.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/one_line.h"
#include "ui/kit/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int legendGap = 6;
constexpr int scaleWidth = 180;
constexpr int swatchWidth = 22;

}  // namespace

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("heatLegend"));
}

void HeatLegend::setMap(std::shared_ptr<const HeatMap> map) {
  m_map = std::move(map);
  const QString beyond = beyondText();
  setToolTip(beyond);
  setAccessibleName(m_map ? tr("Colors from %1 to %2. %3")
                                .arg(qt(heatText(m_map->subject(), m_map->range().low)),
                                     qt(heatText(m_map->subject(), m_map->range().high)), beyond)
                          : QString());
  update();
}

QString HeatLegend::beyondText() const {
  if (!m_map) {
    return {};
  }
  const HeatRange& range = m_map->range();
  QStringList parts;
  if (range.above > 0) {
    parts << counted(range.above, tr("%1 cell above, %2"), tr("%1 cells above, up to %2"))
                 .arg(qt(heatText(m_map->subject(), range.most)));
  }
  if (range.below > 0) {
    parts << counted(range.below, tr("%1 cell below, %2"), tr("%1 cells below, down to %2"))
                 .arg(qt(heatText(m_map->subject(), range.least)));
  }
  if (m_map->unknown() > 0) {
    parts << counted(m_map->unknown(), tr("%1 cell without data"), tr("%1 cells without data"));
  }
  return parts.join(QStringLiteral(" · "));
}

QSize HeatLegend::sizeHint() const {
  return {scaleWidth * 3, fontMetrics().height() + legendGap};
}

QSize HeatLegend::minimumSizeHint() const {
  return {scaleWidth + 100, sizeHint().height()};
}

void HeatLegend::paintEvent(QPaintEvent* /*event*/) {
  if (!m_map || m_map->isEmpty()) {
    return;
  }
  QPainter painter(this);
  const HeatColors& colors = HeatColors::matching(palette());
  const int barHeight = fontMetrics().ascent();
  const int top = (height() - barHeight) / 2;
  int left = 0;
  const auto write = [&](const QString& text) {
    const int width = std::min(fontMetrics().horizontalAdvance(text) + 1, this->width() - left);
    painter.setPen(tint(palette()).quiet);
    drawOneLine(painter, QRect(left, 0, width, height()), Qt::AlignLeft,
                fontMetrics().elidedText(text, Qt::ElideRight, width));
    left += width + legendGap;
  };
  const HeatRange& range = m_map->range();
  write(qt(heatText(m_map->subject(), range.low)));
  if (range.high > range.low) {
    for (int x = 0; x < scaleWidth; ++x) {
      const double share = x / (scaleWidth - 1.0);
      painter.fillRect(left + x, top, 1, barHeight, QColor(colors.of(m_map->isLowBad() ? 1 - share : share)));
    }
    left += scaleWidth + legendGap;
    write(qt(heatText(m_map->subject(), range.high)));
  } else {
    painter.fillRect(left, top, swatchWidth, barHeight, QColor(colors.of(0)));
    left += swatchWidth + legendGap;
  }
  if (m_map->unknown() > 0) {
    painter.fillRect(left, top, swatchWidth, barHeight, QColor(colors.unknown(false)));
    painter.fillRect(left, top, swatchWidth, barHeight, QBrush(QColor(colors.unknown(true)), Qt::BDiagPattern));
    left += swatchWidth + legendGap;
  }
  write(beyondText());
}

}  // namespace kernline::ui
