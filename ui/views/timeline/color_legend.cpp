// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/color_legend.h"

#include "core/model/trace/trace.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/kind_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/output/picture.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/work_colors.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace kernline::ui {

namespace {

constexpr int legendHeight = 24;
constexpr int legendMargin = 8;
constexpr int legendGap = 6;
constexpr int legendSpacing = 16;  // space between entries
constexpr int swatchSize = 12;
constexpr int kindWidth = 24;  // width of the colors of a kind
constexpr int kindShades = 4;
constexpr unsigned middleShade = 0x90;  // middle lightness and chroma
constexpr int scaleWidth = static_cast<int>(WorkLevels::count) - WorkLevels::firstShare;

/// Writes from left to right.
class LegendLine {
 public:
  LegendLine(QPainter& painter, const TimelinePalette& palette, QSize size)
      : m_painter(painter), m_palette(palette), m_size(size) {}

  void text(const QString& text, QRgb ink, int after) {
    const int width = m_painter.fontMetrics().horizontalAdvance(text);
    m_painter.setPen(QColor(ink));
    m_painter.drawText(QRect(m_x, 1, width + 1, m_size.height() - 1), Qt::AlignVCenter | Qt::AlignLeft, text);
    m_x += width + after;
  }

  void swatch(std::uint8_t level) {
    m_painter.fillRect(m_x, top(), swatchSize, swatchSize, QColor(m_palette.bars[TimelinePalette::levelIndex(level)]));
    m_x += swatchSize + legendGap;
    text(levelText(level), m_palette.text, legendSpacing);
  }

  /// A column of pixels for each percent.
  void scale() {
    for (int i = 0; i < scaleWidth; ++i) {
      const auto level = static_cast<std::uint8_t>(WorkLevels::firstShare + i);
      m_painter.fillRect(m_x + i, top(), 1, swatchSize, QColor(m_palette.bars[TimelinePalette::levelIndex(level)]));
    }
    m_x += scaleWidth + legendGap;
  }

  /// Draws a text in the remaining space.
  void rest(const QString& text) {
    const QRect room(m_x, 1, m_size.width() - legendMargin - m_x, m_size.height() - 1);
    m_painter.setPen(QColor(m_palette.dimText));
    m_painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight,
                       m_painter.fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, room.width())));
  }

 private:
  [[nodiscard]] int top() const { return (m_size.height() + 1 - swatchSize) / 2; }

  QPainter& m_painter;
  const TimelinePalette& m_palette;
  QSize m_size;
  int m_x = legendMargin;
};

}  // namespace

ColorLegend::ColorLegend(const TimelineScene& scene, QWidget* parent) : QWidget(parent), m_scene(scene) {
  setObjectName(QStringLiteral("colorLegend"));
  setProperty(legendProperty, true);
  setProperty(pictureLegendProperty, true);
  setAccessibleName(tr("Colors of device work"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  hide();
  connect(&scene, &TimelineScene::changed, this, &ColorLegend::follow);
}

int ColorLegend::lineHeight() const {
  return std::max(legendHeight, fontMetrics().height() + 6);
}

QSize ColorLegend::sizeHint() const {
  return {0, lineHeight()};
}

int ColorLegend::heightForWidth(int width) const {
  return m_colors ? lineHeight() : placed(width).second;
}

/// Finds the kinds once, when a picture is to show them.
void ColorLegend::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_colors) {
    findKinds();
    updateGeometry();
  }
}

void ColorLegend::findKinds() {
  m_kinds.clear();
  const std::shared_ptr<const Trace>& trace = m_scene.trace();
  std::array<bool, TimelinePalette::kindCount> isSeen{};
  const TimeRange seen = m_scene.time().range();
  for (std::uint32_t i = 0; trace && i < trace->spanCount(); ++i) {
    const TimeRange at = trace->range(SpanId{i});
    isSeen[static_cast<std::size_t>(trace->kind(SpanId{i}))] |= at.begin < seen.end && seen.begin <= at.end;
  }
  for (std::size_t kind = 1; kind < isSeen.size(); ++kind) {
    if (isSeen[kind]) {
      m_kinds.push_back(static_cast<SpanKind>(kind));
    }
  }
}

std::pair<std::vector<QPoint>, int> ColorLegend::placed(int width) const {
  std::vector<QPoint> places;
  QPoint at(legendMargin, 0);
  QStringList texts;
  for (const SpanKind kind : m_kinds) {
    texts << kindText(kind);
  }
  if (m_scene.moved()) {
    texts << movedText();
  }
  for (const QString& text : texts) {
    const int needed = kindWidth + legendGap + fontMetrics().horizontalAdvance(text);
    if (at.x() > legendMargin && at.x() + needed > width - legendMargin) {
      at = QPoint(legendMargin, at.y() + lineHeight());
    }
    places.push_back(at);
    at.rx() += needed + legendSpacing;
  }
  return {std::move(places), at.y() + lineHeight()};
}

/// Each with a few of the shades that its names have.
void ColorLegend::drawKinds(QPainter& painter, const TimelinePalette& palette) const {
  const std::vector<QPoint> places = placed(width()).first;
  const auto topOf = [this](QPoint place) { return place.y() + (lineHeight() + 1 - swatchSize) / 2; };
  const auto writeBeside = [&](QPoint place, const QString& text) {
    painter.setPen(QColor(palette.text));
    painter.drawText(QRect(place.x() + kindWidth + legendGap, place.y() + 1, width(), lineHeight() - 1),
                     Qt::AlignVCenter | Qt::AlignLeft, text);
  };
  for (std::size_t i = 0; i < m_kinds.size(); ++i) {
    for (int part = 0; part < kindShades; ++part) {
      const auto shade = static_cast<std::uint8_t>(middleShade + part * 15 / (kindShades - 1));
      painter.fillRect(places[i].x() + part * kindWidth / kindShades, topOf(places[i]), kindWidth / kindShades,
                       swatchSize, QColor(palette.bar({m_kinds[i], shade})));
    }
    writeBeside(places[i], kindText(m_kinds[i]));
  }
  if (places.size() > m_kinds.size()) {
    paintMovedSwatch(painter, {places.back().x(), topOf(places.back()), kindWidth, swatchSize}, palette);
    writeBeside(places.back(), movedText());
  }
}

void ColorLegend::follow() {
  if (m_scene.workColors() == m_colors) {
    return;
  }
  m_colors = m_scene.workColors();
  setVisible(m_colors != nullptr);
  setProperty(pictureLegendProperty, m_colors == nullptr);
  if (m_colors) {
    setAccessibleDescription(m_colors->note);
    setToolTip(tr("%1.\nShare of roofline: the least time that the device needs for the work, divided by its duration. "
                  "Latency bound: shorter than the launch floor. No roofline: no rule, no peak rate, or a range "
                  "around activities. "
                  "Where many spans share a pixel, the longest gives its color.")
                   .arg(m_colors->note));
  }
  update();
}

void ColorLegend::paintEvent(QPaintEvent*) {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  QPainter painter(this);
  painter.fillRect(rect(), QColor(palette.background));
  painter.fillRect(0, 0, width(), 1, QColor(palette.separator));
  if (!m_colors) {
    drawKinds(painter, palette);
    return;
  }
  LegendLine line(painter, palette, size());
  line.text(Words::tr("Share of roofline"), palette.text, legendSpacing / 2);
  line.text(levelText(WorkLevels::firstShare), palette.dimText, legendGap);
  line.scale();
  line.text(levelText(WorkLevels::count - 1), palette.dimText, legendSpacing);
  for (const std::uint8_t level : {WorkLevels::latency, WorkLevels::communication, WorkLevels::noRoofline}) {
    line.swatch(level);
  }
  line.rest(m_colors->note);
}

}  // namespace kernline::ui
