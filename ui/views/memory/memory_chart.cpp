// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_chart.h"

#include "ui/kit/style/theme.h"
#include "ui/views/memory/band_painting.h"
#include "ui/views/memory/curve_colors.h"
#include "ui/views/memory/memory_cards.h"
#include "ui/views/memory/memory_painter.h"
#include "ui/views/memory/memory_probe.h"

#include <QAccessible>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

MemoryChart::MemoryChart(QWidget* parent) : MemoryPlotView(parent) {
  setObjectName(QStringLiteral("memoryChart"));
  setAccessibleName(tr("Memory over time"));
  connect(&m_input, &MemoryInput::rangeRequested, this, &MemoryChart::rangeRequested);
  connect(&m_input, &MemoryInput::pointed, this, [this](std::optional<Time> time) {
    setPointed(time);
    Q_EMIT hoverTimeChanged(time);
  });
  connect(&m_input, &MemoryInput::clicked, this, &MemoryChart::click);
  connect(&m_input, &MemoryInput::stepped, this, &MemoryChart::step);
  connect(&m_bands, &BandLayer::laidOut, viewport(), qOverload<>(&QWidget::update));
}

void MemoryChart::setCurves(std::shared_ptr<const DeviceCurves> curves) {
  m_curves = std::move(curves);
  m_highlighted.clear();
  m_moment.reset();
  m_bands.clear();
  setContents(m_curves ? m_curves->max : 0, m_curves ? m_curves->markRows : 0);
  describeForReaders();
}

void MemoryChart::setMoment(std::optional<Time> moment) {
  m_moment = moment;
  describeForReaders();
  viewport()->update();
}

void MemoryChart::setPointed(std::optional<Time> time) {
  if (time != m_pointed) {
    m_pointed = time;
    viewport()->update();
  }
}

void MemoryChart::setHighlighted(std::vector<Time> moments) {
  m_highlighted = std::move(moments);
  viewport()->update();
}

void MemoryChart::setPicture(Picture picture) {
  if (picture != m_picture) {
    m_picture = picture;
    layOut();
  }
}

void MemoryChart::setColors(std::shared_ptr<const BlockColors> colors) {
  m_bands.setColors(std::move(colors));
  layOut();
}

void MemoryChart::setChosenBlock(std::optional<std::uint32_t> block) {
  if (block != m_chosenBlock) {
    m_chosenBlock = block;
    viewport()->update();
  }
}

HoverCard MemoryChart::cardAt(Time time) const {
  return m_curves ? momentCard(*m_curves, time) : HoverCard();
}

std::optional<std::uint32_t> MemoryChart::blockAt(QPointF place) const {
  return m_curves ? probe().blockAt(place) : std::nullopt;
}

MemoryProbe MemoryChart::probe() const {
  return {*m_curves, plot(), hasCurrentBands() ? &m_bands.bands() : nullptr};
}

/// Works out what is in sight.
void MemoryChart::layOut() {
  const MemoryPlot place = plot();
  m_input.setPlot(place, m_curves ? std::optional(m_curves->history->bounds) : std::nullopt);
  m_curvePicture.layOut(m_curves, range(), place.pixels(), place.topBytes());
  if (showsBands()) {
    m_bands.layOut({m_curves, range(), place.pixels(), place.topBytes()}, TimelinePalette::matching(palette()));
  }
  viewport()->update();
}

/// Steps and blocks go below the curves.
void MemoryChart::drawBackground(QPainter* painter, const QRectF& rect) {
  MemoryPlotView::drawBackground(painter, rect);
  if (!m_curves) {
    return;
  }
  MemoryPainter(*painter, {viewport()->size(), palette(), font()}, plot(), *m_curves).drawSteps();
  if (showsBands()) {
    drawBands(*painter, plot(), m_bands, TimelinePalette::matching(palette()));
  }
}

void MemoryChart::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
  painter->save();
  painter->setFont(font());
  if (m_curves) {
    drawContents(*painter);
  } else {
    painter->setPen(tint(palette()).quiet);
    painter->drawText(viewport()->rect(), Qt::AlignCenter, tr("No memory to show."));
  }
  painter->restore();
}

void MemoryChart::drawContents(QPainter& painter) {
  const MemoryPlot place = plot();
  const int thickness = std::max(1, static_cast<int>(std::round(place.ratio())));
  QImage curves = m_curvePicture.picture(CurveColors(m_curves->parts.size(), palette()).look(thickness, !showsBands()));
  curves.setDevicePixelRatio(place.ratio());
  painter.drawImage(place.rect().topLeft(), curves);

  const MemoryPainter around(painter, {viewport()->size(), palette(), font()}, place, *m_curves);
  around.drawTicks();
  around.drawMarks();
  around.drawLegend(showsBands());
  painter.save();
  painter.setClipRect(QRectF(place.rect().left(), 0, place.rect().width() + 1, viewport()->height()));
  const std::optional<QPointF> pointer = m_input.pointer();
  if (hasCurrentBands()) {
    const bool lightsPointed = pointer && !m_input.isPressed();
    drawLitBands(painter, place, m_bands.bands(), m_chosenBlock, lightsPointed ? blockAt(*pointer) : std::nullopt,
                 TimelinePalette::matching(palette()));
  }
  around.drawHighlighted(m_highlighted);
  around.drawFailures();
  if (m_moment) {
    around.drawMoment(*m_moment);
  }
  painter.restore();
  if (const std::optional<std::pair<double, double>> box = m_input.box()) {
    around.drawBox(*box);
  } else if (m_pointed && !m_input.isPressed()) {
    around.drawPointed(*m_pointed, pointer ? probe().cardAt(*m_pointed, *pointer) : cardAt(*m_pointed), pointer);
  }
  if (m_input.showsFocus()) {
    painter.setPen(QPen(tint(palette()).accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void MemoryChart::click(QPointF place) {
  choose(probe().momentAt(place.x()));
  if (const std::optional<std::uint32_t> block = blockAt(place)) {
    setChosenBlock(block);
    Q_EMIT blockChosen(*block);
  }
}

/// Moves to the change of the allocated curve before or after the moment.
void MemoryChart::step(bool forward) {
  const std::vector<Time>& times = m_curves->of().allocated.times;
  if (times.empty()) {
    return;
  }
  const Time from = m_moment.value_or(range().begin);
  if (forward) {
    const auto next = std::ranges::upper_bound(times, from);
    choose(next == times.end() ? times.back() : *next);
  } else {
    const auto next = std::ranges::lower_bound(times, from);
    choose(next == times.begin() ? times.front() : *(next - 1));
  }
  if (!range().contains(*m_moment)) {
    const Duration half{range().length().ns / 2};
    m_input.request({*m_moment - half, *m_moment + half});
  }
}

void MemoryChart::choose(Time moment) {
  setMoment(moment);
  Q_EMIT momentChosen(moment);
}

/// A screen reader hears the chosen moment as the chart's description.
void MemoryChart::describeForReaders() {
  const QString text = m_curves && m_moment ? cardAt(*m_moment).text() : tr("No time selected.");
  if (text != accessibleDescription()) {
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
  }
}

}  // namespace kernline::ui
