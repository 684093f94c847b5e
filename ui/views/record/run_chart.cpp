// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_chart.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"

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
#include <set>

namespace kernline::ui {

namespace {

constexpr double tera = 1e12;
constexpr double nsPerUs = 1000;
constexpr qreal pointSize = 10;

QString valueOf(const RunFigures& run, const QString& name) {
  for (const auto& [key, value] : run.parameters) {
    if (key == name) {
      return value;
    }
  }
  return {};
}

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

QStringList sweptParameters(const std::vector<RunFigures>& runs) {
  std::map<QString, std::set<QString>> values;
  for (const RunFigures& run : runs) {
    for (const auto& [name, value] : run.parameters) {
      values[name].insert(value);
    }
  }
  QStringList names;
  for (const auto& [name, all] : values) {
    if (all.size() > 1) {
      names << name;
    }
  }
  std::ranges::stable_sort(names,
                           [&](const QString& a, const QString& b) { return values[a].size() > values[b].size(); });
  return names;
}

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
    m_isSweep ? showSweep(m_runs) : showRoofline(m_runs);
  }
}

void RunChart::begin() {
  chart()->removeAllSeries();
  for (QAbstractAxis* axis : chart()->axes()) {
    chart()->removeAxis(axis);
    delete axis;
  }
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

bool RunChart::showRoofline(const std::vector<RunFigures>& runs) {
  m_runs = runs;
  m_isSweep = false;
  begin();
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
      tr("Ceilings: %1 · %2 (%3)")
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
  applyStyle();
  return true;
}

bool RunChart::showSweep(const std::vector<RunFigures>& runs) {
  m_runs = runs;
  m_isSweep = true;
  begin();
  const QStringList swept = sweptParameters(runs);
  if (swept.isEmpty()) {
    return false;
  }
  QStringList categories;
  bool areNumbers = true;
  for (const RunFigures& run : runs) {
    const QString value = valueOf(run, swept.front());
    if (!categories.contains(value)) {
      categories << value;
    }
    bool isNumber = false;
    areNumbers = areNumbers && value.toDouble(&isNumber) > 0 && isNumber;
  }
  if (areNumbers) {
    std::ranges::sort(categories, {}, [](const QString& value) { return value.toDouble(); });
  }
  std::map<QString, QLineSeries*> series;
  double max = 0;
  constexpr double usInMs = 1000;
  constexpr double longMs = 10;
  const bool inMs =
      std::ranges::any_of(runs, [](const RunFigures& run) { return run.medianNs > longMs * nsPerUs * usInMs; });
  const double unit = inMs ? nsPerUs * usInMs : nsPerUs;
  for (const QString& category : categories) {
    for (const RunFigures& run : runs) {
      if (valueOf(run, swept.front()) != category || run.medianNs <= 0) {
        continue;
      }
      const QString name =
          swept.size() > 1 ? QStringLiteral("%1 %2").arg(swept[1], valueOf(run, swept[1])) : run.kernel;
      QLineSeries*& curve = series[name];
      if (curve == nullptr) {
        curve = new QLineSeries(chart());
        curve->setName(name);
        curve->setPen(QPen(seriesColor(palette(), series.size() - 1), 2));
        curve->setPointsVisible(true);
      }
      curve->append(static_cast<double>(categories.indexOf(category)), run.medianNs / unit);
      max = std::max(max, run.medianNs / unit);
    }
  }
  auto* x = new QBarCategoryAxis;
  x->append(categories);
  x->setTitleText(swept.front());
  auto* y = new QValueAxis;
  constexpr double room = 1.1;
  y->setRange(0, max > 0 ? max * room : 1);
  y->setTitleText(inMs ? tr("median, ms") : tr("median, µs"));
  y->setLabelFormat(QStringLiteral("%g"));
  y->applyNiceNumbers();
  chart()->addAxis(x, Qt::AlignBottom);
  chart()->addAxis(y, Qt::AlignLeft);
  for (const auto& [name, curve] : series) {
    chart()->addSeries(curve);
    curve->attachAxis(x);
    curve->attachAxis(y);
  }
  applyStyle();
  return true;
}

}  // namespace kernline::ui
