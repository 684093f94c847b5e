// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/minimap.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/charts/oklch.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/timeline/unread_time.h"
#include "ui/views/timeline/vector_picture.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr int mapHeight = 52;
constexpr int edgeSlack = 5;            // pixels next to the window's edge that grab it
constexpr double minWindowWidth = 8;    // pixels
constexpr int minTitledRowHeight = 13;  // pixels of height under which a device gets no name
constexpr std::size_t maxRows = 16;

/// The mean of the shares that lie under pixel x of `width`.
float shareAt(const std::vector<float>& shares, int x, int width) {
  const auto size = static_cast<double>(shares.size());
  const auto first = static_cast<std::size_t>(x * size / width);
  const auto last = std::max(first + 1, static_cast<std::size_t>((x + 1) * size / width));
  float sum = 0;
  for (std::size_t i = first; i < last && i < shares.size(); ++i) {
    sum += shares[i];
  }
  return sum / static_cast<float>(last - first);
}

}  // namespace

Minimap::Minimap(TimelineScene& scene, QWidget* parent) : QWidget(parent), m_scene(scene) {
  setMouseTracking(true);
  setFixedHeight(mapHeight);
  setAccessibleName(tr("Overview of the whole trace"));
  connect(&scene, &TimelineScene::contentChanged, this, [this] {
    m_activity = {};
    update();
  });
  connect(&scene.time(), &VisibleTime::changed, this, qOverload<>(&QWidget::update));
}

void Minimap::setTitleWidth(int width) {
  m_titleWidth = width;
  m_activity = {};
  update();
}

QSize Minimap::sizeHint() const {
  return {400, mapHeight};
}

void Minimap::resizeEvent(QResizeEvent*) {
  m_activity = {};
}

QRect Minimap::mapRect() const {
  return rect().adjusted(m_titleWidth, 2, 0, -3);
}

TimeAxis Minimap::wholeAxis() const {
  const TimeRange bounds = m_scene.trace() ? m_scene.trace()->bounds() : TimeRange{{0}, {1}};
  return {withMargin(bounds, 0.01), mapRect().width()};
}

QRectF Minimap::windowRect() const {
  const QRect map = mapRect();
  const TimeAxis axis = wholeAxis();
  double left = std::clamp(axis.xOf(m_scene.time().range().begin), 0.0, static_cast<double>(map.width()));
  double right = std::clamp(axis.xOf(m_scene.time().range().end), 0.0, static_cast<double>(map.width()));
  if (right - left < minWindowWidth) {
    const double middle = std::clamp((left + right) / 2, minWindowWidth / 2, map.width() - minWindowWidth / 2);
    left = middle - minWindowWidth / 2;
    right = middle + minWindowWidth / 2;
  }
  return {map.left() + left, static_cast<double>(map.top()), right - left, static_cast<double>(map.height())};
}

void Minimap::paintActivity() {
  const QRect map = mapRect();
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  m_activity = QImage(std::max(1, map.width()), std::max(1, map.height()), QImage::Format_RGB32);
  m_activity.fill(palette.lane);
  if (!m_scene.trace() || !m_scene.index()) {
    return;
  }
  const std::span<const BusyDensity> all = m_scene.index()->activity();
  const std::size_t rows = std::min(all.size(), maxRows);
  const TimeAxis axis = wholeAxis();
  const TimeRange bounds = m_scene.trace()->bounds();
  const int first = static_cast<int>(axis.xOf(bounds.begin));
  const int width = std::max(1, static_cast<int>(axis.xOf(bounds.end)) - first);
  for (std::size_t row = 0; row < rows; ++row) {
    const int top = static_cast<int>(row) * m_activity.height() / static_cast<int>(rows);
    const int bottom = static_cast<int>(row + 1) * m_activity.height() / static_cast<int>(rows) - (rows > 1 ? 1 : 0);
    const bool isDevice = m_scene.trace()->process(all[row].process).device >= 0;
    const QRgb full = isDevice ? palette.deviceBusy : palette.hostBusy;
    for (int x = 0; x < width; ++x) {
      const float share = shareAt(all[row].shares, x, width);
      if (share <= 0) {
        continue;
      }
      const int height = std::max(1, static_cast<int>(std::lround(share * static_cast<float>(bottom - top))));
      for (int y = top; y < bottom; ++y) {
        const bool isBar = y >= bottom - height;
        m_activity.setPixel(first + x, y, isBar ? full : mixed(palette.lane, full, 46));
      }
    }
  }
  const int markTop = m_activity.height() - 5;
  for (const SpanId hit : m_scene.matches().hits().byStart().first(
           std::min<std::size_t>(m_scene.matches().hits().byStart().size(), 1U << 20))) {
    const int x = static_cast<int>(axis.xOf(m_scene.trace()->start(hit)));
    if (x >= 0 && x < m_activity.width() && m_activity.pixel(x, markTop) != palette.match) {
      for (int y = markTop; y < m_activity.height(); ++y) {
        m_activity.setPixel(x, y, palette.match);
      }
    }
  }
}

void Minimap::paintTitles(QPainter& painter) const {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  painter.setPen(QColor(palette.dimText));
  const QFontMetrics metrics = painter.fontMetrics();
  const std::span<const BusyDensity> all =
      m_scene.index() ? m_scene.index()->activity() : std::span<const BusyDensity>{};
  const int rows = static_cast<int>(std::min(all.size(), maxRows));
  const QRect map = mapRect();
  if (rows == 0 || map.height() / rows < minTitledRowHeight) {
    const QString text = rows == 0 ? tr("Overview") : tr("%1 devices").arg(all.size());
    painter.drawText(QRect(8, map.top(), m_titleWidth - 16, map.height()), Qt::AlignVCenter, text);
    return;
  }
  for (int row = 0; row < rows; ++row) {
    const Process& process = m_scene.trace()->process(all[static_cast<std::size_t>(row)].process);
    const QRect line(8, map.top() + row * map.height() / rows, m_titleWidth - 16, map.height() / rows);
    painter.drawText(
        line, Qt::AlignVCenter,
        metrics.elidedText(qt(printable(m_scene.trace()->text(process.title))), Qt::ElideRight, line.width()));
  }
}

void Minimap::paintEvent(QPaintEvent*) {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  QPainter painter(this);
  painter.fillRect(rect(), QColor(palette.background));
  painter.fillRect(QRect(0, height() - 1, width(), 1), QColor(palette.separator));
  if (!m_scene.trace()) {
    return;
  }
  if (m_activity.isNull()) {
    paintActivity();
  }
  const QRect map = mapRect();
  if (wantsShapes(painter)) {
    drawAsRectangles(painter, map.topLeft(), m_activity);
  } else {
    painter.drawImage(map.topLeft(), m_activity);
  }
  paintUnreadTime(painter, *m_scene.trace(), wholeAxis(), map, palette);
  paintTitles(painter);
  const QRectF window = windowRect();
  QColor veil(palette.background);
  veil.setAlpha(150);
  painter.fillRect(QRectF(map.left(), map.top(), window.left() - map.left(), map.height()), veil);
  painter.fillRect(QRectF(window.right(), map.top(), map.right() + 1 - window.right(), map.height()), veil);
  painter.setPen(QPen(QColor(palette.accent), 1));
  painter.drawRect(window.adjusted(0.5, 0.5, -1, -0.5));
  for (const double x : {window.left(), window.right() - 3}) {
    painter.fillRect(QRectF(x, window.center().y() - 9, 3, 18), QColor(palette.accent));
  }
}

Minimap::Grip Minimap::gripAt(double x) const {
  const QRectF window = windowRect();
  const bool isNarrow = window.width() < 4 * edgeSlack;  // then its inside must stay to be grabbed
  const double inner = isNarrow ? 0 : edgeSlack;
  if (x >= window.left() - edgeSlack && x <= window.left() + inner) {
    return Grip::LeftEdge;
  }
  if (x >= window.right() - inner && x <= window.right() + edgeSlack) {
    return Grip::RightEdge;
  }
  return x > window.left() && x < window.right() ? Grip::Window : Grip::None;
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_scene.trace() || event->position().x() < m_titleWidth) {
    return;
  }
  m_pressX = event->position().x();
  m_grip = gripAt(m_pressX);
  if (m_grip == Grip::None) {
    const Time middle = wholeAxis().timeAt(m_pressX - mapRect().left());
    const Duration half{m_scene.time().range().length().ns / 2};
    m_scene.time().showWithinBounds({middle - half, middle - half + m_scene.time().range().length()});
    m_grip = Grip::Window;
  }
  m_pressRange = m_scene.time().range();
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (m_grip != Grip::None) {
    dragTo(event->position().x());
    return;
  }
  const Grip grip =
      m_scene.trace() && event->position().x() >= m_titleWidth ? gripAt(event->position().x()) : Grip::None;
  const bool isEdge = grip == Grip::LeftEdge || grip == Grip::RightEdge;
  setCursor(isEdge ? Qt::SizeHorCursor : (grip == Grip::Window ? Qt::OpenHandCursor : Qt::ArrowCursor));
}

void Minimap::dragTo(double x) {
  const Duration by{std::llround((x - m_pressX) * wholeAxis().nsPerPixel())};
  TimeRange range = m_pressRange;
  switch (m_grip) {
    case Grip::Window:
      range = shifted(range, by);
      break;
    case Grip::LeftEdge:
      range.begin = std::min(range.begin + by, range.end - minViewLength);
      break;
    case Grip::RightEdge:
      range.end = std::max(range.end + by, range.begin + minViewLength);
      break;
    case Grip::None:
      break;
  }
  m_scene.time().showWithinBounds(range);
}

void Minimap::mouseReleaseEvent(QMouseEvent*) {
  m_grip = Grip::None;
}

void Minimap::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  m_scene.time().zoom(std::pow(0.8, notches));
  event->accept();
}

void Minimap::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    m_activity = {};
    update();
  }
  QWidget::changeEvent(event);
}

}  // namespace kernline::ui
