// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_canvas.h"

#include "ui/kit/style/shown_names.h"
#include "ui/views/timeline/canvas_card.h"
#include "ui/views/timeline/chosen_range_overlay.h"
#include "ui/views/timeline/counter_overlay.h"
#include "ui/views/timeline/scene_overlay.h"
#include "ui/views/timeline/unread_time.h"

#include <QEvent>
#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int rowFontPixels = 12;

}  // namespace

TimelineCanvas::TimelineCanvas(TimelineScene& scene, QWidget* parent)
    : QWidget(parent),
      m_scene(scene),
      m_palette(&TimelinePalette::matching(palette())),
      m_head(scene),
      m_titles(scene),
      m_frame(scene),
      m_keys(scene,
             [this] {
               const double x = m_pointer.x() - m_titleWidth;
               return m_pointerIsInside && x >= 0 ? std::optional(x) : std::nullopt;
             }),
      m_rowMouse(scene),
      m_rangeDrag(scene, m_frame),
      m_zoomDrag(scene),
      m_stepMouse(scene, m_head) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Timeline"));
  setMinimumSize(320, 160);
  installEventFilter(&m_keys);
  connect(&m_keys, &CanvasKeys::activated, this, &TimelineCanvas::activated);
  connect(&scene, &TimelineScene::changed, this, &TimelineCanvas::sceneChanged);
  connect(&scene, &TimelineScene::contentChanged, this, [this] {
    m_frame.forgetNames();
    m_head.findSteps();
    clearHover();
    updateTracksViewport();
  });
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    m_frame.forgetNames();
    sceneChanged();
  });
  connect(&scene, &TimelineScene::overlayChanged, this, qOverload<>(&QWidget::update));
  connect(&scene.selection(), &TimelineSelection::hoverChanged, this, qOverload<>(&QWidget::update));
}

CanvasAreas TimelineCanvas::areas() const {
  return {.canvas = size(), .titleWidth = m_titleWidth, .headHeight = m_head.height(), .foot = m_foot};
}

CanvasLook TimelineCanvas::look() const {
  QFont rowFont(font());
  rowFont.setPixelSize(rowFontPixels);
  return {.font = font(), .rowFont = rowFont, .palette = *m_palette, .pixelRatio = devicePixelRatioF()};
}

void TimelineCanvas::setFoot(int height) {
  if (height != m_foot) {
    m_foot = height;
    updateTracksViewport();
    sceneChanged();
  }
}

void TimelineCanvas::showMoment(std::optional<Time> moment) {
  if (moment != m_moment) {
    m_moment = moment;
    update();
  }
}

void TimelineCanvas::sceneChanged() {
  if (!m_card.isEmpty() && (m_scene.time().range() != m_cardRange || m_scene.rows().scroll() != m_cardScroll)) {
    m_card = {};  // something else is under the pointer now
  }
  m_frame.invalidate();
  m_titles.invalidate();
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
    m_frame.forgetFont();
    sceneChanged();
  }
  QWidget::changeEvent(event);
}

void TimelineCanvas::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  if (!m_scene.trace()) {
    painter.fillRect(rect(), QColor(m_palette->background));
    painter.setPen(QColor(m_palette->dimText));
    painter.drawText(rect(), Qt::AlignCenter, tr("Loading…"));
    return;
  }
  const CanvasAreas places = areas();
  CanvasLook drawnWith = look();
  drawnWith.pixelRatio = painter.paintEngine()->paintDevice()->devicePixelRatioF();  // a picture has another ratio
  m_frame.paint(painter, places.tracks(), drawnWith);
  if (event->rect().left() < m_titleWidth) {
    m_titles.paint(painter, places.titles(), drawnWith);
  }
  if (event->rect().top() < places.headHeight) {
    m_head.paint(painter, places, drawnWith);
  }
  painter.save();
  painter.setClipRect(places.tracks());
  painter.translate(places.tracks().topLeft());
  painter.setFont(drawnWith.rowFont);
  paintCounters(painter, drawnWith);
  paintUnreadTime(painter, *m_scene.trace(), m_scene.time().axis(), QRectF(QPointF(), QSizeF(places.tracks().size())),
                  *m_palette);
  paintChosenRange(painter, m_scene, *m_palette);
  paintSelectedStep(painter, m_scene, *m_palette);
  paintSelection(painter, m_scene, *m_palette);
  paintStickyHeader(painter, m_scene, *m_palette);
  painter.restore();
  m_rowMouse.paint(painter, places, *m_palette);
  paintOverlay(painter, drawnWith);
}

void TimelineCanvas::paintCounters(QPainter& painter, const CanvasLook& look) const {
  const FrameGeometry& frame = m_frame.geometry();
  if (frame.counters.empty()) {
    return;
  }
  const CounterOverlay overlay(*m_scene.trace(), frame, m_scene.time().range(), look.pixelRatio);
  overlay.paintScales(painter, *m_palette);
  if (const TimelineRow* pointed = counterUnderPointer()) {
    const Time time = m_scene.time().axis().timeAt(areas().toTracks(m_pointer).x());
    overlay.paintValues(painter, *m_palette, time, pointed->counter);
  }
}

void TimelineCanvas::paintOverlay(QPainter& painter, const CanvasLook& look) {
  const QRect tracks = tracksRect();
  if (m_drag == Drag::Zoom) {
    m_zoomDrag.paint(painter, areas(), *m_palette);
  }
  const double momentX = m_moment ? tracks.left() + m_scene.time().axis().xOf(*m_moment) : -1;
  if (momentX >= tracks.left() && momentX <= tracks.right()) {
    painter.setPen(QPen(QColor(m_palette->accent), 1, Qt::DashLine));
    painter.drawLine(QPointF(momentX, 0), QPointF(momentX, height()));
  }
  if (!m_card.isEmpty() && m_pointerIsInside && m_drag == Drag::None) {
    m_card.paint(painter, m_card.rectBeside(m_pointer.toPoint(), size(), look.rowFont), look.rowFont, *m_palette);
  }
}

}  // namespace kernline::ui
