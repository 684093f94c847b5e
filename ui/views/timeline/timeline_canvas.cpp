// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_canvas.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/timeline/chosen_range_overlay.h"
#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/frame_raster.h"
#include "ui/views/timeline/scene_overlay.h"
#include "ui/views/timeline/title_column.h"
#include "ui/views/timeline/vector_picture.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr int rowFontPixels = 12;
constexpr int rulerHeight = 26;
constexpr double minLabeledBar = 22;
constexpr double labelPadding = 4;
constexpr double labelPixelSize = 11.5;
constexpr double barAscentShare = 0.36;  // of the font's size, from a bar's middle down to the baseline

}  // namespace

TimelineCanvas::TimelineCanvas(TimelineScene& scene, QWidget* parent)
    : QWidget(parent), m_scene(scene), m_palette(&TimelinePalette::matching(palette())) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Timeline"));
  setMinimumSize(320, 160);
  connect(&scene, &TimelineScene::changed, this, &TimelineCanvas::sceneChanged);
  connect(&scene, &TimelineScene::contentChanged, this, [this] {
    if (m_labels) {
      m_labels->forgetNames();
    }
    m_steps = StepRows(m_scene.trace());
    clearHover();
    updateTracksViewport();
  });
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    if (m_labels) {
      m_labels->forgetNames();
    }
    sceneChanged();
  });
  connect(&scene, &TimelineScene::overlayChanged, this, qOverload<>(&QWidget::update));
  connect(&scene, &TimelineScene::hoverChanged, this, qOverload<>(&QWidget::update));
  connect(&m_heldKeys, &HeldKeys::moved, this, &TimelineCanvas::moveBy);
}

TimelineCanvas::~TimelineCanvas() = default;

QFont TimelineCanvas::rowFont() const {
  QFont small(font());
  small.setPixelSize(rowFontPixels);
  return small;
}

int TimelineCanvas::headHeight() const {
  return rulerHeight + m_steps.height();
}

const Step* TimelineCanvas::stepAt(QPointF p) const {
  return m_steps.at(static_cast<int>(p.y()) - rulerHeight, m_scene.axis().timeAt(toTracks(p).x()));
}

QRect TimelineCanvas::tracksRect() const {
  return rect().adjusted(m_titleWidth, headHeight(), 0, -m_foot);
}

void TimelineCanvas::setFoot(int height) {
  if (height != m_foot) {
    m_foot = height;
    updateTracksViewport();
    sceneChanged();
  }
}

void TimelineCanvas::sceneChanged() {
  m_tracksAreStale = true;
  m_titlesAreStale = true;
  update();
}

void TimelineCanvas::updateTracksViewport() {
  const QRect tracks = tracksRect();
  m_scene.setViewport(tracks.width(), tracks.height());
}

void TimelineCanvas::resizeEvent(QResizeEvent*) {
  updateTracksViewport();
}

void TimelineCanvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    m_palette = &TimelinePalette::matching(palette());
    sceneChanged();
  } else if (event->type() == QEvent::FontChange) {
    m_labels.reset();
    sceneChanged();
  }
  QWidget::changeEvent(event);
}

void TimelineCanvas::renderTracks() {
  const QRect area = tracksRect();
  const double ratio = devicePixelRatioF();
  const QSize pixels(std::max(1, static_cast<int>(std::lround(area.width() * ratio))),
                     std::max(1, static_cast<int>(std::lround(area.height() * ratio))));
  if (m_tracks.size() != pixels) {
    m_tracks = QImage(pixels, QImage::Format_RGB32);
  }
  m_tracks.setDevicePixelRatio(1);
  FrameRequest request{.trace = m_scene.trace().get(),
                       .index = m_scene.index(),
                       .layout = &m_scene.layout(),
                       .matches = &m_scene.matches(),
                       .sameName = &m_scene.sameName(),
                       .notes = m_scene.deviceNotes(),
                       .onlyMatches = m_scene.showsOnlyMatches(),
                       .range = m_scene.range(),
                       .scroll = m_scene.scroll(),
                       .stuck = m_scene.stuckHeight(),
                       .width = pixels.width(),
                       .height = pixels.height(),
                       .pixelRatio = ratio};
  computeFrame(request, m_frame);
  rasterFrame(m_frame, *m_palette, m_tracks);
  QPainter painter(&m_tracks);
  addLabels(painter);
  painter.end();
  m_tracks.setDevicePixelRatio(ratio);
  m_tracksAreStale = false;
}

void TimelineCanvas::addLabels(QPainter& painter) {
  const double ratio = devicePixelRatioF();
  if (!m_labels || m_labelsRatio != ratio) {
    QFont barFont(font());
    barFont.setPixelSize(static_cast<int>(std::lround(labelPixelSize * ratio)));
    m_labels = std::make_unique<GlyphLabels>(barFont);
    m_labelsRatio = ratio;
  }
  if (m_frame.isDimmed) {
    if (!m_frame.onlyMatches) {
      addLabelsOf(LabeledBars::Misses);
      m_labels->draw(painter, QColor(m_palette->dimmedBarText));
    }
    addLabelsOf(LabeledBars::Hits);
  } else {
    addLabelsOf(LabeledBars::All);
  }
  m_labels->draw(painter, QColor(m_palette->barText));
  painter.save();
  painter.scale(ratio, ratio);
  painter.setFont(rowFont());
  paintNoteLabels(painter, m_scene, *m_palette);
  painter.restore();
}

/// The frame as it was computed last, without going through pixels where it need not.
void TimelineCanvas::paintAsShapes(QPainter& painter) {
  const double ratio = devicePixelRatioF();
  QImage bars(m_tracks.size(), QImage::Format_RGB32);
  rasterFrame(m_frame, *m_palette, bars);
  bars.setDevicePixelRatio(ratio);
  drawAsRectangles(painter, tracksRect().topLeft(), bars);
  painter.save();
  painter.setClipRect(tracksRect());
  painter.translate(tracksRect().topLeft());
  painter.scale(1 / ratio, 1 / ratio);
  addLabels(painter);
  painter.restore();
}

void TimelineCanvas::addLabelsOf(LabeledBars which) {
  const double ratio = devicePixelRatioF();
  for (const LaneStrip& strip : m_frame.strips) {
    const double baseline = std::round(strip.top + (strip.height - 1) / 2.0 + labelPixelSize * ratio * barAscentShare);
    const bool isCovered = strip.top + strip.height / 3 < strip.clipTop;
    if (!strip.hasLabels || baseline < 0 || isCovered || strip.top > m_frame.height) {
      continue;
    }
    for (const Bar& bar : FrameGeometry::part(m_frame.bars, strip.bars)) {
      if (bar.right - bar.left < minLabeledBar * ratio) {
        continue;
      }
      if (which == LabeledBars::All || m_scene.matches().contains(bar.span) == (which == LabeledBars::Hits)) {
        m_labels->add(*m_scene.trace(), bar.span, bar.left + labelPadding * ratio,
                      bar.right - bar.left - (labelPadding + 2) * ratio, baseline);
      }
    }
  }
}

void TimelineCanvas::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  if (!m_scene.trace()) {
    paintEmpty(painter);
    return;
  }
  if (m_tracksAreStale) {
    renderTracks();
  }
  const QRect tracks = tracksRect();
  if (wantsShapes(painter)) {
    paintAsShapes(painter);
  } else {
    painter.drawImage(tracks.topLeft(), m_tracks);
  }
  if (event->rect().left() < m_titleWidth) {
    paintTitles(painter);
  }
  if (event->rect().top() < headHeight()) {
    paintHead(painter);
  }
  painter.save();
  painter.setClipRect(tracks);
  painter.translate(tracks.topLeft());
  paintCounters(painter);
  painter.setFont(rowFont());
  paintChosenRange(painter, m_scene, *m_palette);
  paintSelection(painter, m_scene, *m_palette);
  paintStickyHeader(painter);
  painter.restore();
  paintRowDrag(painter);
  paintOverlay(painter);
}

void TimelineCanvas::paintEmpty(QPainter& painter) const {
  painter.fillRect(rect(), QColor(m_palette->background));
  painter.setPen(QColor(m_palette->dimText));
  painter.drawText(rect(), Qt::AlignCenter, tr("No trace open."));
}

void TimelineCanvas::paintTitles(QPainter& painter) {
  const QRect area(0, headHeight(), m_titleWidth, tracksRect().height());
  if (wantsShapes(painter)) {
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    drawTitles(painter, QRect(QPoint(), area.size()));
    painter.restore();
    return;
  }
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(area.size()) * ratio).toSize();
  if (m_titlesAreStale || m_titles.size() != pixels) {
    m_titles = QImage(pixels.expandedTo({1, 1}), QImage::Format_RGB32);
    m_titles.setDevicePixelRatio(ratio);
    QPainter titles(&m_titles);
    drawTitles(titles, QRect(QPoint(), area.size()));
    m_titlesAreStale = false;
  }
  painter.drawImage(area.topLeft(), m_titles);
}

void TimelineCanvas::drawTitles(QPainter& painter, QRect area) const {
  TitleColumn(*m_scene.trace(), m_scene.layout(), *m_palette, rowFont())
      .paint(painter, area, m_scene.scroll(), m_scene.stuckHeight());
  painter.fillRect(area.right(), 0, 1, area.height(), QColor(m_palette->separator));
}

void TimelineCanvas::paintStickyHeader(QPainter& painter) const {
  const int top = m_scene.stuckHeight();
  if (const TimelineRow* header = m_scene.stickyHeader()) {
    painter.fillRect(QRect(0, top, tracksRect().width(), header->height), QColor(m_palette->header));
    painter.fillRect(QRect(0, top + header->height - 1, tracksRect().width(), 1), QColor(m_palette->separator));
  }
}

void TimelineCanvas::paintHead(QPainter& painter) {
  painter.fillRect(QRect(0, 0, width(), headHeight()), QColor(m_palette->background));
  painter.setFont(rowFont());
  const QRect tracks = tracksRect();
  const RulerTicks ruler = rulerTicks(m_scene.axis(), m_scene.trace()->bounds().begin, tickLabelSpacing);
  painter.setPen(QColor(m_palette->dimText));
  const QString corner = ruler.baseLabel.empty() ? QString() : qt(ruler.baseLabel) + QStringLiteral(" +");
  const QString length = tr("%1 visible").arg(qt(formatDuration(m_scene.range().length())));
  const QRect cornerRect(8, 0, m_titleWidth - 16, rulerHeight);
  painter.drawText(cornerRect, Qt::AlignVCenter | Qt::AlignLeft, length);
  painter.setPen(QColor(m_palette->text));
  painter.drawText(cornerRect, Qt::AlignVCenter | Qt::AlignRight, corner);
  painter.save();
  painter.setClipRect(QRect(tracks.left(), 0, tracks.width(), headHeight()));
  for (const RulerTick& tick : ruler.ticks) {
    const int x = tracks.left() + static_cast<int>(std::lround(tick.x));
    const int markHeight = tick.isLabeled ? 8 : 4;
    painter.fillRect(QRect(x, rulerHeight - markHeight, 1, markHeight),
                     QColor(tick.isLabeled ? m_palette->dimText : m_palette->separator));
    const QString label = tick.isLabeled ? qt(tick.label) : QString();
    if (x + 4 + painter.fontMetrics().horizontalAdvance(label) <= width()) {  // a cut figure reads as another one
      painter.drawText(QPoint(x + 4, rulerHeight - 9), label);
    }
  }
  painter.restore();
  if (m_steps.height() > 0) {
    m_steps.paint(painter, QRect(0, rulerHeight, width(), m_steps.height()), m_titleWidth, m_scene.axis(), *m_palette);
  }
  paintChosenInHead(painter);
  paintMarksInHead(painter);
  painter.fillRect(QRect(0, headHeight() - 1, width(), 1), QColor(m_palette->separator));
  painter.fillRect(QRect(m_titleWidth - 1, 0, 1, headHeight()), QColor(m_palette->separator));
}

void TimelineCanvas::paintOverlay(QPainter& painter) {
  const QRect tracks = tracksRect();
  if (m_drag == Drag::Zoom) {
    const double left = std::max(std::min(m_pressPosition.x(), m_pointer.x()), static_cast<double>(tracks.left()));
    const double right = std::max(m_pressPosition.x(), m_pointer.x());
    QColor fill(m_palette->accent);
    fill.setAlpha(50);
    const QRectF box(left, 0, right - left, height());
    painter.fillRect(box, fill);
    painter.setPen(QColor(m_palette->accent));
    painter.drawLine(box.topLeft(), box.bottomLeft());
    painter.drawLine(box.topRight(), box.bottomRight());
    const Duration length = m_scene.axis().timeAt(right) - m_scene.axis().timeAt(left);
    painter.setPen(QColor(m_palette->text));
    painter.drawText(box.adjusted(4, 2, 400, 0), Qt::AlignLeft | Qt::AlignTop, qt(formatDuration(length)));
  }
  const double momentX = m_moment ? tracks.left() + m_scene.axis().xOf(*m_moment) : -1;
  if (momentX >= tracks.left() && momentX <= tracks.right()) {
    painter.setPen(QPen(QColor(m_palette->accent), 1, Qt::DashLine));
    painter.drawLine(QPointF(momentX, 0), QPointF(momentX, height()));
  }
  if (!m_card.isEmpty() && m_pointerIsInside && m_drag == Drag::None) {
    m_card.paint(painter, cardRect(), rowFont(), *m_palette);
  }
}

QRect TimelineCanvas::cardRect() const {
  const QSize size = m_card.sizeIn(rowFont());
  QPoint corner = m_pointer.toPoint() + QPoint(14, 18);
  if (corner.x() + size.width() > width() - 4) {
    corner.setX(std::max(4, m_pointer.toPoint().x() - size.width() - 12));
  }
  if (corner.y() + size.height() > height() - 4) {
    corner.setY(std::max(4, m_pointer.toPoint().y() - size.height() - 12));
  }
  return {corner, size};
}

}  // namespace kernline::ui
