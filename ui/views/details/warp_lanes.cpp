// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/warp_lanes.h"

#include "core/analysis/query/span_tone.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int laneGap = 3;
constexpr int labelGap = 8;
constexpr int minLaneWidth = 80;
constexpr double minPhaseWidth = 1;

}  // namespace

WarpLanes::WarpLanes(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("warpLanes"));
  setAccessibleName(tr("Phases of the warps of this block"));
  hide();
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void WarpLanes::setLanes(std::shared_ptr<const Trace> trace, SpanId block, std::vector<WarpLane> lanes) {
  m_trace = std::move(trace);
  m_lanes = std::move(lanes);
  m_range = m_lanes.empty() ? TimeRange{} : m_trace->range(block);
  setVisible(!m_lanes.empty());
  updateGeometry();
  update();
}

int WarpLanes::laneHeight() const {
  return fontMetrics().height() + laneGap;
}

int WarpLanes::labelWidth() const {
  return m_lanes.empty() ? 0 : fontMetrics().horizontalAdvance(tr("warp %1").arg(m_lanes.back().warp)) + labelGap;
}

QSize WarpLanes::sizeHint() const {
  return {labelWidth() + 3 * minLaneWidth, static_cast<int>(m_lanes.size()) * laneHeight()};
}

QSize WarpLanes::minimumSizeHint() const {
  return {labelWidth() + minLaneWidth, sizeHint().height()};
}

QRectF WarpLanes::placeIn(std::size_t lane, SpanId phase) const {
  const double perNs = (width() - labelWidth()) / static_cast<double>(std::max<std::int64_t>(m_range.length().ns, 1));
  const double left = labelWidth() + static_cast<double>((m_trace->start(phase) - m_range.begin).ns) * perNs;
  const double length = static_cast<double>(m_trace->duration(phase).ns) * perNs;
  return {left, static_cast<double>(lane) * laneHeight(), std::max(length, minPhaseWidth),
          static_cast<double>(laneHeight() - laneGap)};
}

QRectF WarpLanes::placeOf(SpanId phase) const {
  for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
    if (std::ranges::count(m_lanes[lane].phases, phase) > 0) {
      return placeIn(lane, phase);
    }
  }
  return {};
}

SpanId WarpLanes::phaseAt(QPointF place) const {
  const auto lane = static_cast<std::size_t>(std::max(place.y(), 0.0) / laneHeight());
  if (lane >= m_lanes.size()) {
    return SpanId::none;
  }
  const auto& phases = m_lanes[lane].phases;
  const auto found = std::find_if(phases.rbegin(), phases.rend(),  // the innermost of nested ones
                                  [&](SpanId phase) { return placeIn(lane, phase).contains(place); });
  return found == phases.rend() ? SpanId::none : *found;
}

QString WarpLanes::tipOf(SpanId phase) const {
  return QStringLiteral("%1\n%2").arg(qt(printable(m_trace->nameText(phase))),
                                      qt(formatDuration(m_trace->duration(phase))));
}

bool WarpLanes::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const SpanId phase = phaseAt(help->pos());
    QToolTip::showText(help->globalPos(), phase == SpanId::none ? QString() : tipOf(phase), this);
    return true;
  }
  return QWidget::event(event);
}

void WarpLanes::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    if (const SpanId phase = phaseAt(event->position()); phase != SpanId::none) {
      Q_EMIT spanRequested(phase);
    }
  }
}

void WarpLanes::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const TimelinePalette& colors = TimelinePalette::matching(palette());
  for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
    const QRect row(0, static_cast<int>(lane) * laneHeight(), width(), laneHeight() - laneGap);
    painter.setPen(tint(palette()).quiet);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, tr("warp %1").arg(m_lanes[lane].warp));
    painter.fillRect(row.adjusted(labelWidth(), 0, 0, 0), QColor::fromRgb(colors.lane));
    for (const SpanId phase : m_lanes[lane].phases) {
      const std::string_view name = m_trace->nameText(phase);
      const QColor color =
          QColor::fromRgb(colors.bar({.kind = m_trace->kind(phase), .shade = SpanTones::shadeOf(name)}));
      const QRectF bar = placeIn(lane, phase);
      painter.fillRect(bar, isWaiting(name) ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
      const QString text = qt(printable(name));
      if (!isWaiting(name) && fontMetrics().horizontalAdvance(text) + labelGap < bar.width()) {
        painter.setPen(QColor::fromRgb(colors.barText));
        painter.drawText(bar, Qt::AlignCenter, text);
      }
    }
  }
}

}  // namespace kernline::ui
