// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kernline {

std::string valueText(const Measurements& measurements, std::optional<std::size_t> dimension, std::int32_t value,
                      const std::string& otherwise) {
  if (!dimension || value == noCoordinate) {
    return otherwise;
  }
  return measurements.dimensions[*dimension].values[static_cast<std::size_t>(value)].text;
}

std::string timesText(double ratio) {
  constexpr double minPlainRatio = 0.1;
  constexpr double many = 100;
  return ratio < minPlainRatio ? fmt::format("{:.2g}×", ratio) : fmt::format("{:.{}f}×", ratio, ratio < many ? 2 : 0);
}

std::string factorText(double factor) {
  return fmt::format("{:.2f}", factor);
}

Message scalingText(const ScalingFit& fit) {
  constexpr double maxHalfWidth = 1;  // width of the exponent of n: it could be anything between constant and n²
  constexpr double narrow = 0.25;     // width at which constant times are called constant
  const double halfWidth = fit.halfWidth.value_or(0);
  if (halfWidth > maxHalfWidth || (halfWidth > narrow && halfWidth > std::abs(fit.exponent))) {
    return Phrase::tr("no clear trend");
  }
  return fit.halfWidth ? Message::name(fmt::format("∝ n^{:.2f} ± {:.2f}", fit.exponent, *fit.halfWidth))
                       : Phrase::tr("∝ n^%1 (2 points)").with(fmt::format("{:.2f}", fit.exponent));
}

Message crossingText(const Measurements& measurements, const Pivot& pivot, const RowCrossing& crossing) {
  const auto name = [&](std::size_t row) {
    const bool isNamed = pivot.request.rows && pivot.rows[row] != noCoordinate;
    return isNamed ? Message::name(valueText(measurements, pivot.request.rows, pivot.rows[row], ""))
                   : Message(Phrase::tr("one"));
  };
  const std::string size = pivot.request.columns ? measurements.dimensions[*pivot.request.columns].title : "";
  const Phrase phrase = crossing.isMeasured ? Phrase::tr("%1 overtakes %2 at %3 %4")
                                            : Phrase::tr("%1 overtakes %2 at %3 %4, extrapolated from the fits");
  return phrase.with(name(crossing.other), name(crossing.one), Message::phrase(size),
                     fmt::format("{:.4g}", crossing.x));
}

std::string fixedText(const Measurements& measurements, const PivotRequest& request) {
  std::string text;
  for (std::size_t d = 0; d < request.fixed.size(); ++d) {
    if (request.fixed[d] && d != request.rows && d != request.columns) {
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", measurements.dimensions[d].title,
                          valueText(measurements, d, *request.fixed[d], ""));
    }
  }
  return text;
}

ShownUnit unitOf(const Measurements& measurements, std::span<const Pivot> pivots) {
  double maxValue = 0;
  for (const Pivot& pivot : pivots) {
    for (const PivotCell& cell : pivot.cells) {
      if (cell.status == CellStatus::Value) {
        maxValue = std::max(maxValue, std::abs(cell.value));
      }
    }
  }
  const Metric& metric = measurements.metrics[pivots.front().request.metric];
  return shownUnit(metric.quantity, metric.unit, maxValue);
}

ShownUnit unitOf(const Measurements& measurements, const Pivot& pivot) {
  return unitOf(measurements, std::span(&pivot, 1));
}

Message cellText(const Measurements& measurements, const PivotCell& cell, const ShownUnit& unit) {
  if (cell.status != CellStatus::Value) {
    const bool isGap = cell.status == CellStatus::Absent && !cell.gaps.empty();
    return cell.status == CellStatus::Failed ? Message(Phrase::tr("failed"))
           : isGap                           ? Message::name(measurements.gaps[cell.gaps.front()].text)
                                             : Message();
  }
  std::string text = formatIn(unit, cell.value);
  const double error = measurements.values[cell.values.front()].error;
  if (cell.values.size() == 1 && error == error) {
    text += fmt::format(" ±{:.3g}", error / unit.factor);
  } else if (cell.values.size() > 1) {
    return Phrase::tr("%1 (%2–%3, n=%4)")
        .with(text, formatIn(unit, cell.min), formatIn(unit, cell.max), cell.values.size());
  }
  return Message::name(text);
}

std::string failureText(const Measurements& measurements, const PivotCell& cell) {
  if (cell.failures.empty()) {
    return {};
  }
  const FailedRun& failure = measurements.failures[cell.failures.front()];
  const auto section = measurements.dimension("section");
  if (cell.status == CellStatus::Value && section && failure.at[*section] != noCoordinate) {
    return fmt::format("{}: {}", valueText(measurements, section, failure.at[*section], ""), failure.text);
  }
  return failure.text;
}

}  // namespace kernline
