// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/comparison_chart.h"

#include "core/compare/tables/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline {

namespace {

struct Extent {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();

  void add(double value) {
    min = std::min(min, value);
    max = std::max(max, value);
  }
  [[nodiscard]] bool isEmpty() const { return min > max; }
};

/// Values that the axes must cover.
struct Extents {
  Extent xs;
  Extent ys;

  void add(const Extents& other) {
    for (const auto& [own, others] : {std::pair{&xs, &other.xs}, std::pair{&ys, &other.ys}}) {
      own->add(others->min);
      own->add(others->max);
    }
  }
};

/// Lays out one chart, part after part.
class Drawing {
 public:
  Drawing(const Measurements& measurements, const Pivot& pivot, const ChartStyle& style, const ShownUnit& unit)
      : m_measurements(measurements), m_pivot(pivot), m_style(style) {
    m_made.title = m_measurements.metrics[m_pivot.request.metric].title;
    m_made.unit = unit;
    m_made.x.isNumeric = m_pivot.request.columns && m_measurements.dimensions[*m_pivot.request.columns].isNumeric;
    for (std::size_t row = 0; row < m_pivot.rows.size(); ++row) {
      addSeries(row);
    }
  }

  [[nodiscard]] Extents extents() const {
    Extents all;
    for (const ChartSeries& series : m_made.series) {
      for (const ChartPoint& point : series.points) {
        all.xs.add(point.x);
        all.ys.add(point.y);
        all.ys.add(std::max(point.min, std::min(point.y, 0.0)));
        all.ys.add(point.max);
      }
      for (const ChartFailure& failure : series.failures) {
        all.xs.add(failure.x);
      }
    }
    return all;
  }

  ComparisonChart make(const Extents& within) {
    addAxes(m_measurements.metrics[m_pivot.request.metric], within);
    if (!m_style.isRelative) {
      addScaling();
    }
    return std::move(m_made);
  }

 private:
  [[nodiscard]] double xOf(std::size_t column) const {
    return m_made.x.isNumeric ? m_measurements.dimensions[*m_pivot.request.columns]
                                    .values[static_cast<std::size_t>(m_pivot.columns[column])]
                                    .number
                              : static_cast<double>(column);
  }

  void addSeries(std::size_t row) {
    ChartSeries series;
    series.row = row;
    series.name = valueText(m_measurements, m_pivot.request.rows, m_pivot.rows[row], m_made.title);
    for (std::size_t column = 0; column < m_pivot.columns.size(); ++column) {
      const PivotCell& cell = m_pivot.cell(row, column);
      const double scale = m_style.isRelative ? cell.ratio / cell.value : 1 / m_made.unit.factor;
      if (cell.status == CellStatus::Value && std::isfinite(cell.value * scale)) {
        series.points.push_back({.x = xOf(column),
                                 .y = cell.value * scale,
                                 .min = cell.min * scale,
                                 .max = cell.max * scale,
                                 .column = column});
      }
      if (!cell.failures.empty()) {
        series.failures.push_back({xOf(column), column, failureText(m_measurements, cell)});
      }
    }
    m_made.series.push_back(std::move(series));
  }

  void addAxes(const Metric& metric, const Extents& within) {
    auto [xs, ys] = within;
    if (xs.isEmpty() || ys.isEmpty()) {
      xs = {0, 1};
      ys = {0, 1};
    }
    addX(xs);
    constexpr double wide = 8;
    m_made.y.isLog = ys.min > 0 && m_style.logY.value_or(ys.max >= wide * ys.min);
    m_made.y.range = m_made.y.isLog ? logRange(ys.min, ys.max) : linearRange(ys.min, ys.max);
    Message what = Message::phrase(metric.title);
    what = m_style.isRelative ? Phrase::tr("%1 relative to %2").with(std::move(what), baselineName()) : std::move(what);
    m_made.y.title =
        m_made.unit.symbol.empty() ? std::move(what) : Phrase::tr("%1 [%2]").with(std::move(what), m_made.unit.symbol);
  }

  [[nodiscard]] std::string baselineName() const {
    return m_pivot.request.baselineRow
               ? valueText(m_measurements, m_pivot.request.rows, *m_pivot.request.baselineRow, "")
           : m_pivot.request.baselineColumn
               ? valueText(m_measurements, m_pivot.request.columns, *m_pivot.request.baselineColumn, "")
               : std::string();
  }

  void addX(const Extent& xs) {
    ChartAxis& axis = m_made.x;
    axis.title = m_pivot.request.columns ? Message::phrase(m_measurements.dimensions[*m_pivot.request.columns].title)
                                         : Message();
    if (!axis.isNumeric) {
      axis.range = {-0.5, static_cast<double>(m_pivot.columns.size()) - 0.5, {}};
    } else {
      constexpr double wide = 4;
      axis.isLog = xs.min > 0 && m_style.logX.value_or(xs.max >= wide * xs.min);
      axis.range = axis.isLog ? logRange(xs.min, xs.max) : linearRange(xs.min, xs.max);
    }
    constexpr std::size_t maxSizes = 12;  // more sizes are no clearer than marks between
    if (axis.isNumeric && m_pivot.columns.size() > maxSizes) {
      return;
    }
    axis.range.ticks.clear();  // the measured sizes are what people ask about
    for (std::size_t column = 0; column < m_pivot.columns.size(); ++column) {
      axis.range.ticks.push_back(
          {xOf(column), valueText(m_measurements, m_pivot.request.columns, m_pivot.columns[column], "all")});
    }
  }

  void addScaling() {
    const ScalingReport report = scalingOf(m_measurements, m_pivot);
    for (const RowScaling& row : report.fits) {
      ChartSeries& series = m_made.series[row.row];
      series.scaling = scalingText(row.fit);
      if (m_style.showsFits) {
        addLine(series, row.fit);
      }
    }
    for (const RowCrossing& crossing : report.crossings) {
      addCrossing(crossing);
    }
  }

  void addLine(ChartSeries& series, const ScalingFit& fit) const {
    constexpr int steps = 24;  // straight on log-log axes, bent on others
    for (int i = 0; i <= steps; ++i) {
      const double x = fit.minX * std::pow(fit.maxX / fit.minX, static_cast<double>(i) / steps);
      series.fitLine.push_back({x, fit.at(x) / m_made.unit.factor});
    }
  }

  void addCrossing(const RowCrossing& crossing) {
    const Message text = crossingText(m_measurements, m_pivot, crossing);
    const std::vector<ScalingPoint> points = seriesOf(m_measurements, m_pivot, crossing.one);
    if (!crossing.isMeasured) {
      m_made.remarks.push_back(text);
      return;
    }
    for (std::size_t i = 1; i < points.size(); ++i) {
      const ScalingPoint& a = points[i - 1];
      const ScalingPoint& b = points[i];
      if (crossing.x >= a.x && crossing.x <= b.x) {
        const double part = std::log(crossing.x / a.x) / std::log(b.x / a.x);
        const double y = a.y * std::pow(b.y / a.y, part) / m_made.unit.factor;
        m_made.crossings.push_back({crossing.x, y, text, true});
        return;
      }
    }
  }

  const Measurements& m_measurements;
  const Pivot& m_pivot;
  const ChartStyle& m_style;
  ComparisonChart m_made;
};

}  // namespace

std::vector<ComparisonChart> comparisonCharts(const Measurements& measurements, std::span<const Pivot> pivots,
                                              const ChartStyle& style) {
  const ShownUnit unit = style.isRelative ? ShownUnit{1, "×"} : unitOf(measurements, pivots);
  std::vector<Drawing> drawings;
  Extents within;
  for (const Pivot& pivot : pivots) {
    within.add(drawings.emplace_back(measurements, pivot, style, unit).extents());
  }
  std::vector<ComparisonChart> charts;
  for (Drawing& drawing : drawings) {
    charts.push_back(drawing.make(within));
  }
  return charts;
}

ComparisonChart comparisonChart(const Measurements& measurements, const Pivot& pivot, const ChartStyle& style) {
  return std::move(comparisonCharts(measurements, std::span(&pivot, 1), style).front());
}

}  // namespace kernline
