// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/ribbon_view.h"

#include "ui/kit/style/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr int stripHeight = 28;
constexpr double closest = 12;  // pixels between two lines; closer ones are of no use

}  // namespace

RibbonView::RibbonView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("runsRibbon"));
  setAccessibleName(tr("Connects the steps of both recordings, and the selection"));
  setFixedHeight(stripHeight);
}

void RibbonView::setSteps(std::array<std::vector<TimeRange>, 2> steps) {
  m_steps = std::move(steps);
  update();
}

void RibbonView::setRanges(std::array<TimeRange, 2> ranges, int left, int right) {
  m_ranges = ranges;
  m_left = left;
  m_right = right;
  update();
}

void RibbonView::setBand(std::optional<std::pair<TimeRange, TimeRange>> band) {
  m_band = band;
  update();
}

void RibbonView::setHoveredBand(std::optional<std::pair<TimeRange, TimeRange>> band) {
  if (band != m_hovered) {
    m_hovered = band;
    update();
  }
}

QSize RibbonView::sizeHint() const {
  return {200, stripHeight};
}

double RibbonView::x(std::size_t side, Time time) const {
  const TimeRange& range = m_ranges[side];
  const double share =
      static_cast<double>((time - range.begin).ns) / std::max<double>(1, static_cast<double>(range.length().ns));
  // Far outside is as good as near outside, and painters take no pixels beyond their numbers.
  return m_left + std::clamp(share, -100.0, 100.0) * (m_right - m_left);
}

void RibbonView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(QRect(m_left, 0, m_right - m_left, height()));
  const Tint& colors = tint(palette());
  const std::size_t count = std::min(m_steps[0].size(), m_steps[1].size());
  double last = -1e9;
  painter.setPen(QPen(colors.quiet, 1));
  for (std::size_t i = 0; i < count; ++i) {
    const double above = x(0, m_steps[0][i].begin);
    const double below = x(1, m_steps[1][i].begin);
    const bool isInSight = std::max(above, below) >= m_left && std::min(above, below) <= m_right;
    if (isInSight && above - last >= closest) {
      painter.drawLine(QPointF(above, 0), QPointF(below, height()));
      last = above;
    }
  }
  paintBand(painter, m_hovered, 0.15F);
  paintBand(painter, m_band, 0.35F);
}

void RibbonView::paintBand(QPainter& painter, const Band& band, float alpha) const {
  if (!band) {
    return;
  }
  QPainterPath path;
  const double room = height();
  path.moveTo(x(0, band->first.begin), 0);
  path.lineTo(std::max(x(0, band->first.end), x(0, band->first.begin) + 1), 0);
  path.lineTo(std::max(x(1, band->second.end), x(1, band->second.begin) + 1), room);
  path.lineTo(x(1, band->second.begin), room);
  path.closeSubpath();
  QColor fill = tint(palette()).accent;
  fill.setAlphaF(alpha);
  painter.fillPath(path, fill);
  painter.setPen(QPen(tint(palette()).accent, 1));
  painter.drawPath(path);
}

}  // namespace kernline::ui
