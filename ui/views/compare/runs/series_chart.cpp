// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/series_chart.h"

#include "core/compare/runs/run_name.h"
#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/tables/series_paint.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {

namespace {

constexpr double edge = 12;
constexpr double reach = 14;  // pixels around a run that are its
constexpr double markerSize = 4.5;
constexpr double whisker = 4;  // half of an interval's end
constexpr double percent = 100;
constexpr double slant = 35;  // degrees

/// Returns the shortest distinct names.
QStringList namesOf(const std::vector<ComparedRun>& runs) {
  QStringList names;
  std::set<std::string> known;
  for (const ComparedRun& run : runs) {
    const std::string brief = briefName(run.title);
    names << qt(printable(brief));
    known.insert(brief);
  }
  if (known.size() < runs.size() || known.contains(std::string())) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      names[static_cast<qsizetype>(run)] = qt(printable(runs[run].title));
    }
  }
  return names;
}

}  // namespace

SeriesChart::SeriesChart(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("seriesChart"));
  setAccessibleName(tr("Step time over a series of runs"));
  setMinimumHeight(160);
}

void SeriesChart::showSeries(std::shared_ptr<const ShownSeries> series) {
  m_series = std::move(series);
  if (m_series && !m_series->series.points.empty()) {
    const std::vector<SeriesPoint>& points = m_series->series.points;
    double min = points.front().step;
    double max = min;
    for (const SeriesPoint& point : points) {
      min = std::min(min, point.step - point.noise.value_or(0));
      max = std::max(max, point.step + point.noise.value_or(0));
    }
    const double slack = std::max((max - min) / 4, max / 100);
    m_axis = linearRange(std::max(0.0, min - slack), max + slack);
  }
  nameRuns();
  update();
}

void SeriesChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  nameRuns();
}

/// Side by side if most of each fits, else on a slant if lines of text do, else by number.
void SeriesChart::nameRuns() {
  const double line = fontMetrics().height();
  m_names.clear();
  m_slants = false;
  m_below = 2 * line;
  if (!m_series || m_series->series.points.empty()) {
    return;
  }
  const QStringList names = namesOf(m_series->comparison.runs);
  const double each = room().width() / static_cast<double>(names.size());
  constexpr double minLevelShare = 0.8;  // share of a name needed to draw it horizontally
  double maxNameWidth = 0;
  for (const QString& name : names) {
    maxNameWidth = std::max(maxNameWidth, static_cast<double>(fontMetrics().horizontalAdvance(name)));
  }
  const double gap = fontMetrics().averageCharWidth() * 2;
  m_slants = each - gap < maxNameWidth * minLevelShare;
  if (m_slants && each < line * 1.6) {
    return;
  }
  const double radians = slant * std::numbers::pi / 180;
  const double reaches =
      std::min((room().left() + each / 2 - 4) / std::cos(radians), height() / 4.0 / std::sin(radians));
  const double max = m_slants ? std::min(maxNameWidth, reaches) : each - gap;
  for (const QString& name : names) {
    m_names << fontMetrics().elidedText(name, Qt::ElideMiddle, static_cast<int>(std::ceil(max)));
  }
  m_below = line * 1.5 + (m_slants ? max * std::sin(radians) : 0);
}

QRectF SeriesChart::room() const {
  const double left = edge + fontMetrics().horizontalAdvance(QStringLiteral("888.888 ms"));
  const double line = fontMetrics().height();
  return {left, edge + line, std::max(1.0, width() - left - edge),
          std::max(1.0, height() - 2 * edge - line / 2 - m_below)};
}

double SeriesChart::y(double ns) const {
  const QRectF at = room();
  return at.bottom() - placeOn(m_axis, false, ns) * at.height();
}

QPointF SeriesChart::placeOf(std::size_t run) const {
  const QRectF at = room();
  const auto count = static_cast<double>(m_series->series.points.size());
  return {at.left() + (static_cast<double>(run) + 0.5) / count * at.width(), y(m_series->series.points[run].step)};
}

QLineF SeriesChart::intervalOf(std::size_t run) const {
  const SeriesPoint& point = m_series->series.points[run];
  if (!point.noise) {
    return {};
  }
  const QRectF at = room();
  const double x = placeOf(run).x();
  return {x, std::clamp(y(point.step - *point.noise), at.top(), at.bottom()), x,
          std::clamp(y(point.step + *point.noise), at.top(), at.bottom())};
}

void SeriesChart::paintAxes(QPainter& painter) const {
  const QRectF at = room();
  const Tint& colors = tint(palette());
  for (const AxisTick& tick : m_axis.ticks) {
    const double ns = tick.value;
    painter.setPen(colors.line);
    painter.drawLine(QPointF(at.left(), y(ns)), QPointF(at.right(), y(ns)));
    painter.setPen(colors.quiet);
    painter.drawText(QRectF(0, y(ns) - edge, at.left() - 6, 2 * edge), Qt::AlignRight | Qt::AlignVCenter,
                     qt(shownTime(ns)));
  }
  m_names.isEmpty() ? paintNumbers(painter) : paintNames(painter);
}

void SeriesChart::paintNames(QPainter& painter) const {
  const double base = room().bottom() + 4;
  const double line = fontMetrics().height();
  for (std::size_t run = 0; run < m_series->series.points.size(); ++run) {
    const QString& name = m_names[static_cast<qsizetype>(run)];
    const double wide = fontMetrics().horizontalAdvance(name) + 2;
    painter.save();
    painter.translate(placeOf(run).x(), base);
    if (m_slants) {
      painter.rotate(-slant);
      painter.drawText(QRectF(-wide, 0, wide, line), Qt::AlignRight | Qt::AlignTop, name);
    } else {
      painter.drawText(QRectF(-wide / 2, 0, wide, line), Qt::AlignHCenter | Qt::AlignTop, name);
    }
    painter.restore();
  }
}

void SeriesChart::paintNumbers(QPainter& painter) const {
  const QRectF at = room();
  const std::size_t count = m_series->series.points.size();
  const double each = at.width() / static_cast<double>(count);
  const int needed = fontMetrics().horizontalAdvance(QStringLiteral("888 "));
  const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(needed / each)));
  for (std::size_t run = 0; run < count; run += every) {
    painter.drawText(QRectF(placeOf(run).x() - needed, at.bottom() + 4, 2.0 * needed, fontMetrics().height()),
                     Qt::AlignHCenter | Qt::AlignTop, QString::number(run + 1));
  }
  painter.drawText(QRectF(at.left(), at.bottom() + 4 + fontMetrics().height(), at.width(), fontMetrics().height()),
                   Qt::AlignHCenter | Qt::AlignTop, tr("run"));
}

/// The mean of the runs from one change to the next.
void SeriesChart::paintSegments(QPainter& painter) const {
  const std::vector<SeriesPoint>& points = m_series->series.points;
  std::vector<std::size_t> begins{0};
  for (const SeriesChange& change : m_series->series.changes) {
    begins.push_back(change.run);
  }
  begins.push_back(points.size());
  const double half = room().width() / static_cast<double>(points.size()) / 2;
  painter.setPen(QPen(tint(palette()).quiet, 1, Qt::DashLine));
  for (std::size_t s = 0; s + 1 < begins.size(); ++s) {
    double mean = 0;
    for (std::size_t run = begins[s]; run < begins[s + 1]; ++run) {
      mean += points[run].step / static_cast<double>(begins[s + 1] - begins[s]);
    }
    painter.drawLine(QPointF(placeOf(begins[s]).x() - half, y(mean)),
                     QPointF(placeOf(begins[s + 1] - 1).x() + half, y(mean)));
  }
}

void SeriesChart::paintChanges(QPainter& painter) const {
  const QRectF at = room();
  const Tint& colors = tint(palette());
  const double half = at.width() / static_cast<double>(m_series->series.points.size()) / 2;
  for (const SeriesChange& change : m_series->series.changes) {
    const double x = placeOf(change.run).x() - half;
    painter.setPen(QPen(change.ratio > 1 ? colors.bad : colors.good, 1.5));
    painter.drawLine(QPointF(x, at.top() - 2), QPointF(x, at.bottom()));
    const double by = (change.ratio - 1) * percent;
    painter.drawText(QRectF(x - 80, at.top() - fontMetrics().height() - 4, 160, fontMetrics().height()),
                     Qt::AlignHCenter | Qt::AlignVCenter,
                     QStringLiteral("%1%2 %").arg(by > 0 ? QStringLiteral("+") : QString()).arg(by, 0, 'f', 1));
  }
}

void SeriesChart::paintRuns(QPainter& painter) const {
  const std::vector<SeriesPoint>& points = m_series->series.points;
  const QColor color = seriesColor(palette(), 0);
  for (std::size_t run = 0; run < points.size(); ++run) {
    if (const QLineF interval = intervalOf(run); !interval.isNull()) {
      painter.setPen(QPen(color, 1.5));
      painter.drawLine(interval);
      for (const QPointF end : {interval.p1(), interval.p2()}) {
        painter.drawLine(end - QPointF(whisker, 0), end + QPointF(whisker, 0));
      }
    }
    paintMarker(painter, palette(), 0, placeOf(run), markerSize);
  }
}

void SeriesChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (!m_series || m_series->series.points.empty()) {
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing);
  paintAxes(painter);
  paintSegments(painter);
  paintChanges(painter);
  paintRuns(painter);
}

std::optional<std::size_t> SeriesChart::runAt(QPointF position) const {
  for (std::size_t run = 0; m_series && run < m_series->series.points.size(); ++run) {
    if (std::abs(placeOf(run).x() - position.x()) <= reach && room().contains(position)) {
      return run;
    }
  }
  return {};
}

bool SeriesChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) {
    return QWidget::event(event);
  }
  const auto* help = static_cast<QHelpEvent*>(event);
  QString text;
  if (const auto run = runAt(help->pos())) {
    const SeriesPoint& point = m_series->series.points[*run];
    text = qt(printable(m_series->comparison.runs[*run].title)) + QLatin1Char('\n') + qt(shownTime(point.step));
    text += point.noise ? tr(" ± %1, the 95 % interval of the mean").arg(qt(shownTime(*point.noise))) : QString();
  }
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void SeriesChart::mouseReleaseEvent(QMouseEvent* event) {
  if (const auto run = runAt(event->position()); run && event->button() == Qt::LeftButton) {
    Q_EMIT runActivated(*run);
  }
}

}  // namespace kernline::ui
