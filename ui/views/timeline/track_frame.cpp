// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/track_frame.h"

#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/frame_raster.h"
#include "ui/views/timeline/vector_picture.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double minLabeledBar = 22;
constexpr double labelPadding = 4;
constexpr double labelPixelSize = 11.5;
constexpr double barAscentShare = 0.36;  // share of the font's size from a bar's middle down to the baseline

}  // namespace

void TrackFrame::forgetNames() {
  if (m_labels) {
    m_labels->forgetNames();
  }
  invalidate();
}

void TrackFrame::forgetFont() {
  m_labels.reset();
  invalidate();
}

void TrackFrame::paint(QPainter& painter, QRect area, const CanvasLook& look) {
  if (m_isStale) {
    render(area.size(), look);
  }
  if (wantsShapes(painter)) {
    paintAsShapes(painter, area, look);
  } else {
    painter.drawImage(area.topLeft(), m_image);
  }
}

void TrackFrame::render(QSize size, const CanvasLook& look) {
  const double ratio = look.pixelRatio;
  const QSize pixels(std::max(1, static_cast<int>(std::lround(size.width() * ratio))),
                     std::max(1, static_cast<int>(std::lround(size.height() * ratio))));
  if (m_image.size() != pixels) {
    m_image = QImage(pixels, QImage::Format_RGB32);
  }
  m_image.setDevicePixelRatio(1);
  FrameRequest request{.trace = m_scene.trace().get(),
                       .index = m_scene.index(),
                       .layout = &m_scene.rows().layout(),
                       .matches = &m_scene.matches().hits(),
                       .sameName = &m_scene.companions().spans(),
                       .notes = m_scene.deviceNotes(),
                       .path = m_scene.pathNotes(),
                       .levels = m_scene.workColors() ? &m_scene.workColors()->levels : nullptr,
                       .steps = m_scene.steps().begins(),
                       .onlyMatches = m_scene.matches().showsOnly(),
                       .range = m_scene.time().range(),
                       .scroll = m_scene.rows().scroll(),
                       .stuck = m_scene.rows().stuckHeight(),
                       .width = pixels.width(),
                       .height = pixels.height(),
                       .pixelRatio = ratio};
  computeFrame(request, m_geometry);
  rasterFrame(m_geometry, look.palette, m_image);
  QPainter painter(&m_image);
  addLabels(painter, look);
  painter.end();
  m_image.setDevicePixelRatio(ratio);
  m_isStale = false;
}

/// What a replay changed, where it is wide enough to see that.
void TrackFrame::hatchMoved(QPainter& painter, const MovedSpans& moved, double ratio) {
  constexpr double minHatchedBar = 6;
  const QBrush hatch = movedHatch();
  for (const LaneStrip& strip : m_geometry.strips) {
    const int top = std::max(strip.top, strip.clipTop);
    const int height = std::min(strip.top + strip.height - 1, m_geometry.height) - top;
    for (const Bar& bar : FrameGeometry::part(m_geometry.bars, strip.bars)) {
      if (height > 0 && bar.right - bar.left >= minHatchedBar * ratio && moved.isHatched[index(bar.span)]) {
        painter.fillRect(bar.left, top, bar.right - bar.left - 1, height, hatch);
      }
    }
  }
}

void TrackFrame::addLabels(QPainter& painter, const CanvasLook& look) {
  const double ratio = look.pixelRatio;
  if (m_scene.moved()) {
    hatchMoved(painter, *m_scene.moved(), ratio);
  }
  if (!m_labels || m_labelsRatio != ratio) {
    QFont barFont(look.font);
    barFont.setPixelSize(static_cast<int>(std::lround(labelPixelSize * ratio)));
    m_labels = std::make_unique<GlyphLabels>(barFont);
    m_labelsRatio = ratio;
  }
  if (m_geometry.isDimmed) {
    if (!m_geometry.onlyMatches) {
      addLabelsOf(LabeledBars::Misses, ratio);
      m_labels->draw(painter, QColor(look.palette.dimmedBarText));
    }
    addLabelsOf(LabeledBars::Hits, ratio);
  } else {
    addLabelsOf(LabeledBars::All, ratio);
  }
  m_labels->draw(painter, QColor(look.palette.barText));
  painter.save();
  painter.scale(ratio, ratio);
  painter.setFont(look.rowFont);
  paintNoteLabels(painter, m_scene, look.palette);
  painter.restore();
}

void TrackFrame::addLabelsOf(LabeledBars which, double ratio) {
  for (const LaneStrip& strip : m_geometry.strips) {
    const double baseline = std::round(strip.top + (strip.height - 1) / 2.0 + labelPixelSize * ratio * barAscentShare);
    const bool isCovered = strip.top + strip.height / 3 < strip.clipTop;
    if (!strip.hasLabels || baseline < 0 || isCovered || strip.top > m_geometry.height) {
      continue;
    }
    for (const Bar& bar : FrameGeometry::part(m_geometry.bars, strip.bars)) {
      if (bar.right - bar.left < minLabeledBar * ratio) {
        continue;
      }
      if (which == LabeledBars::All || m_scene.matches().hits().contains(bar.span) == (which == LabeledBars::Hits)) {
        m_labels->add(*m_scene.trace(), bar.span, bar.left + labelPadding * ratio,
                      bar.right - bar.left - (labelPadding + 2) * ratio, baseline);
      }
    }
  }
}

/// The frame as it was computed last, without going through pixels where it need not.
void TrackFrame::paintAsShapes(QPainter& painter, QRect area, const CanvasLook& look) {
  QImage bars(m_image.size(), QImage::Format_RGB32);
  rasterFrame(m_geometry, look.palette, bars);
  bars.setDevicePixelRatio(look.pixelRatio);
  drawAsRectangles(painter, area.topLeft(), bars);
  painter.save();
  painter.setClipRect(area);
  painter.translate(area.topLeft());
  painter.scale(1 / look.pixelRatio, 1 / look.pixelRatio);
  addLabels(painter, look);
  painter.restore();
}

}  // namespace kernline::ui
