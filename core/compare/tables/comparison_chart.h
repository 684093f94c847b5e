// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/axis_ticks.h"
#include "core/compare/tables/pivot.h"
#include "core/model/base/message.h"
#include "core/model/log/measured_value.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// The style of a drawn matrix. Unset fields are chosen from the data.
struct ChartStyle {
  std::optional<bool> logX;  ///< default: positive sizes, the greatest at least four times the least
  std::optional<bool> logY;  ///< default: positive values, the greatest at least eight times the least
  bool showsFits = true;
  bool isRelative = false;  ///< ratios to the pivot's baseline instead of values
};

struct ChartPoint {
  double x = 0;
  double y = 0;  ///< value in the axis's unit, like least and most
  double min = 0;
  double max = 0;
  std::size_t column = 0;  ///< column of the pivot
};

/// A cell in which a run failed.
struct ChartFailure {
  double x = 0;
  std::size_t column = 0;
  std::string text;
};

struct ChartSeries {
  std::string name;
  std::size_t row = 0;  ///< row of the pivot
  std::vector<ChartPoint> points;
  std::vector<ChartFailure> failures;
  std::vector<ScalingPoint> fitLine;  ///< empty if there is no fit or none is shown
  Message scaling;                    ///< "∝ n^1.98 ± 0.07"; empty without a fit
};

struct ChartCrossing {
  double x = 0;
  double y = 0;
  Message text;  ///< "Flash overtakes Linear at 731"
  bool isMeasured = true;
};

struct ChartAxis {
  Message title;  ///< title, the unit in brackets
  AxisRange range;
  bool isLog = false;
  bool isNumeric = true;  ///< false: x is the number of a column, and ticks have its text
};

/// A matrix as lines over its columns, one a row; ready to be drawn by anyone.
struct ComparisonChart {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  ShownUnit unit;
  std::vector<ChartSeries> series;
  std::vector<ChartCrossing> crossings;  ///< crossings within the axes
  std::vector<Message> remarks;          ///< crossings beyond what was measured, in words
};

[[nodiscard]] ComparisonChart comparisonChart(const Measurements& measurements, const Pivot& pivot,
                                              const ChartStyle& style = {});

/// Charts of one metric along one dimension, as of facets: with the same axes and unit.
[[nodiscard]] std::vector<ComparisonChart> comparisonCharts(const Measurements& measurements,
                                                            std::span<const Pivot> pivots,
                                                            const ChartStyle& style = {});

}  // namespace kernline
