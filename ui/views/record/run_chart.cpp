// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_chart.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/record/sweep_curves.h"

#include <QEvent>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QLegendMarker>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace kernline::ui {

namespace {

constexpr double tera = 1e12;
constexpr double nsPerUs = 1000;
constexpr qreal pointSize = 10;

QColor seriesColor(const QPalette& palette, std::size_t at) {
  const Tint& colors = tint(palette);
  const std::array all{colors.accent, colors.good, colors.warning, colors.bad};
  return all.at(at % all.size());
}

QLineSeries* line(QChart* chart, const QString& name, const std::vector<QPointF>& points, const QPen& pen) {
  auto* series = new QLineSeries(chart);
  series->setName(name);
  for (const QPointF& point : points) {
    series->append(point);
  }
  series->setPen(pen);
  return series;
}

double highest(const SweepCurves& sweep) {
  double max = 0;
  for (const auto& [name, points] : sweep.curves) {
    for (const QPointF& point : points) {
      max = std::max(max, point.y());
    }
  }
  return max;
}

QLogValueAxis* logAxis(const QString& title, double min, double max) {
  auto* axis = new QLogValueAxis;
  axis->setBase(10);
  axis->setTitleText(title);
  axis->setLabelFormat(QStringLiteral("%g"));
  axis->setRange(std::pow(10, std::floor(std::log10(min))), std::pow(10, std::ceil(std::log10(max))));
  axis->setMinorTickCount(8);
  return axis;
}

}  // namespace

RunChart::RunChart(QWidget* parent) : QChartView(parent) {
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(QFrame::NoFrame);
  chart()->setMargins({0, 0, 0, 0});
  chart()->setBackgroundRoundness(0);
  chart()->legend()->setAlignment(Qt::AlignBottom);
  constexpr int minHeight = 240;
  setMinimumHeight(minHeight);
  applyStyle();
}

void RunChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !m_runs.empty()) {
    draw();
  }
}

bool RunChart::showRoofline(const std::vector<RunFigures>& runs) {
  m_runs = runs;
  m_kind = Kind::Roofline;
  return draw();
}

bool RunChart::showSweep(const std::vector<RunFigures>& runs) {
  m_runs = runs;
  m_kind = Kind::Sweep;
  return draw();
}

bool RunChart::showUse(const std::vector<RunFigures>& runs) {
  m_runs = runs;
  m_kind = Kind::Use;
  return draw();
}

bool RunChart::draw() {
  chart()->removeAllSeries();
  for (QAbstractAxis* axis : chart()->axes()) {
    chart()->removeAxis(axis);
    delete axis;
  }
  const bool hasDrawn = m_kind == Kind::Roofline ? drawRoofline() : m_kind == Kind::Sweep ? drawSweep() : drawUse();
  applyStyle();
  return hasDrawn;
}

void RunChart::applyStyle() {
  chart()->setBackgroundBrush(palette().color(QPalette::Base));
  chart()->legend()->setLabelColor(palette().color(QPalette::Text));
  for (QAbstractAxis* axis : chart()->axes()) {
    axis->setLabelsColor(palette().color(QPalette::Text));
    axis->setTitleBrush(palette().color(QPalette::Text));
    axis->setTitleFont(font());
    axis->setLabelsFont(font());
    axis->setGridLineColor(tint(palette()).line);
    axis->setMinorGridLineVisible(false);
    axis->setLinePenColor(tint(palette()).quiet);
  }
  chart()->legend()->setFont(font());
  chart()->setTitleFont(font());
  chart()->setTitleBrush(tint(palette()).quiet);
}

bool RunChart::drawRoofline() {
  const std::vector<RunFigures>& runs = m_runs;
  const auto at =
      std::ranges::find_if(runs, [](const RunFigures& run) { return run.copyCeiling > 0 && run.matmulCeiling > 0; });
  const bool anyPoint =
      std::ranges::any_of(runs, [](const RunFigures& run) { return run.intensity() > 0 && run.flopsPerSecond > 0; });
  if (at == runs.end() || !anyPoint) {
    return false;
  }
  double min = at->matmulCeiling / at->copyCeiling;
  double max = min;
  double minFlops = at->matmulCeiling;
  for (const RunFigures& run : runs) {
    if (run.intensity() > 0 && run.flopsPerSecond > 0) {
      min = std::min(min, run.intensity());
      max = std::max(max, run.intensity());
      minFlops = std::min(minFlops, run.flopsPerSecond);
    }
  }
  const double left = std::pow(10, std::floor(std::log10(min / 2)));
  const double right = std::pow(10, std::ceil(std::log10(max * 2)));
  const auto roof = [&](double bytes, double flops) {
    const double ridge = flops / bytes;
    return std::vector<QPointF>{{left, left * bytes / tera}, {ridge, flops / tera}, {right, flops / tera}};
  };
  const QColor ink = palette().color(QPalette::Text);
  QList<QXYSeries*> all{line(chart(), tr("measured"), roof(at->copyCeiling, at->matmulCeiling), QPen(ink, 2))};
  if (at->specifiedBytes > 0 && at->specifiedFlops > 0) {
    all << line(chart(), tr("specified"), roof(at->specifiedBytes, at->specifiedFlops),
                QPen(tint(palette()).quiet, 1, Qt::DashLine));
  }
  std::map<QString, QScatterSeries*> series;
  for (const RunFigures& run : runs) {
    if (run.intensity() <= 0 || run.flopsPerSecond <= 0) {
      continue;
    }
    QScatterSeries*& points = series[run.kernel];
    if (points == nullptr) {
      points = new QScatterSeries(chart());
      points->setName(run.kernel);
      points->setMarkerSize(pointSize);
      points->setColor(seriesColor(palette(), series.size() - 1));
      points->setBorderColor(palette().color(QPalette::Base));
      all << points;
    }
    points->append(run.intensity(), run.flopsPerSecond / tera);
  }
  chart()->setTitle(
      tr("Peak rates: %1 · %2 (%3)")
          .arg(qt(formatByteRate(at->copyCeiling)), qt(formatFlopRate(at->matmulCeiling)), at->matmulType));
  const double top = std::max(at->matmulCeiling, at->specifiedFlops) / tera;
  auto* x = logAxis(tr("FLOPs per byte"), left, right);
  auto* y = logAxis(tr("TFLOP/s"), std::min(minFlops / tera, left * at->copyCeiling / tera), top);
  chart()->addAxis(x, Qt::AlignBottom);
  chart()->addAxis(y, Qt::AlignLeft);
  for (QXYSeries* one : all) {
    chart()->addSeries(one);
    one->attachAxis(x);
    one->attachAxis(y);
  }
  return true;
}

bool RunChart::drawSweep() {
  constexpr double longNs = 1e7;
  const bool inMs = std::ranges::any_of(m_runs, [](const RunFigures& run) { return run.medianNs > longNs; });
  const double unit = inMs ? nsPerUs * nsPerUs : nsPerUs;
  const SweepCurves sweep = sweepCurves(m_runs, [&](const RunFigures& run) {
    return run.medianNs > 0 ? std::optional(run.medianNs / unit) : std::nullopt;
  });
  if (sweep.parameter.isEmpty()) {
    return false;
  }
  const double max = highest(sweep);
  auto* y = new QValueAxis;
  constexpr double room = 1.1;
  y->setRange(0, max > 0 ? max * room : 1);
  y->setTitleText(inMs ? tr("median, ms") : tr("median, µs"));
  addAxes(sweep, y);
  std::size_t number = 0;
  for (const auto& [name, points] : sweep.curves) {
    addCurve(name, points, QPen(seriesColor(palette(), number++), 2));
  }
  return true;
}

/// DRAM and tensor pipes have a color each, values of a second parameter a pattern each.
bool RunChart::drawUse() {
  constexpr double percent = 100;
  const auto curvesOf = [this](std::optional<double> CountedFigures::* share) {
    return sweepCurves(m_runs, [share](const RunFigures& run) {
      return run.counted.*share ? std::optional(*(run.counted.*share) * percent) : std::nullopt;
    });
  };
  const SweepCurves dram = curvesOf(&CountedFigures::dramShare);
  const SweepCurves tensor = curvesOf(&CountedFigures::tensorShare);
  if (dram.curves.empty() && tensor.curves.empty()) {
    return false;
  }
  auto* y = new QValueAxis;
  y->setRange(0, std::max({percent, highest(dram), highest(tensor)}));
  y->setTitleText(tr("share of peak, %"));
  addAxes(dram, y);
  const bool areSeveral = dram.curves.size() > 1;
  std::size_t unit = 0;
  for (const auto& [word, sweep] : {std::pair(limitWord(QStringLiteral("DRAM")), &dram),
                                    std::pair(limitWord(QStringLiteral("tensor pipe")), &tensor)}) {
    std::size_t number = 0;
    for (const auto& [name, points] : sweep->curves) {
      constexpr std::array patterns{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
      addCurve(areSeveral ? QStringLiteral("%1, %2").arg(word, name) : word, points,
               QPen(seriesColor(palette(), unit), 2, patterns.at(number++ % patterns.size())));
    }
    ++unit;
  }
  return true;
}

void RunChart::addAxes(const SweepCurves& sweep, QValueAxis* y) {
  auto* x = new QBarCategoryAxis;
  x->append(sweep.values);
  x->setTitleText(sweep.parameter);
  y->setLabelFormat(QStringLiteral("%g"));
  y->applyNiceNumbers();
  chart()->addAxis(x, Qt::AlignBottom);
  chart()->addAxis(y, Qt::AlignLeft);
}

void RunChart::addCurve(const QString& name, const std::vector<QPointF>& points, const QPen& pen) {
  QLineSeries* curve = line(chart(), name, points, pen);
  curve->setPointsVisible(true);
  chart()->addSeries(curve);
  for (QAbstractAxis* axis : chart()->axes()) {
    curve->attachAxis(axis);
  }
}

}  // namespace kernline::ui
