// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kernline {

std::string valueText(const Measurements& measurements, std::optional<std::size_t> dimension, std::int32_t value,
                      const std::string& otherwise) {
  if (!dimension || value == nowhere) {
    return otherwise;
  }
  return measurements.dimensions[*dimension].values[static_cast<std::size_t>(value)].text;
}

std::string scalingText(const ScalingFit& fit) {
  return fit.halfWidth ? fmt::format("∝ n^{:.2f} ± {:.2f}", fit.exponent, *fit.halfWidth)
                       : fmt::format("∝ n^{:.2f} (2 points)", fit.exponent);
}

std::string crossingText(const Measurements& measurements, const Pivot& pivot, const RowCrossing& crossing) {
  const auto name = [&](std::size_t row) {
    return valueText(measurements, pivot.request.rows, pivot.rows[row], "one");
  };
  const std::string size = pivot.request.columns ? measurements.dimensions[*pivot.request.columns].title : "";
  std::string text =
      fmt::format("{} overtakes {} at {} {:.4g}", name(crossing.other), name(crossing.one), size, crossing.x);
  if (!crossing.isMeasured) {
    text += ", by the fits, beyond what was measured";
  }
  return text;
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

ShownUnit unitOf(const Measurements& measurements, const Pivot& pivot) {
  double greatest = 0;
  for (const PivotCell& cell : pivot.cells) {
    if (cell.status == CellStatus::Value) {
      greatest = std::max(greatest, std::abs(cell.value));
    }
  }
  const Metric& metric = measurements.metrics[pivot.request.metric];
  return shownUnit(metric.quantity, metric.unit, greatest);
}

std::string cellText(const Measurements& measurements, const PivotCell& cell, const ShownUnit& unit) {
  if (cell.status != CellStatus::Value) {
    return cell.status == CellStatus::Failed ? "failed" : "";
  }
  std::string text = formatIn(unit, cell.value);
  const double error = measurements.values[cell.values.front()].error;
  if (cell.values.size() == 1 && error == error) {
    text += fmt::format(" ±{:.3g}", error / unit.factor);
  } else if (cell.values.size() > 1) {
    text += fmt::format(" ({} to {}, {} values)", formatIn(unit, cell.least), formatIn(unit, cell.most),
                        cell.values.size());
  }
  return text;
}

std::string failureText(const Measurements& measurements, const PivotCell& cell) {
  if (cell.failures.empty()) {
    return {};
  }
  const FailedRun& failure = measurements.failures[cell.failures.front()];
  const auto section = measurements.dimension("section");
  if (cell.status == CellStatus::Value && section && failure.at[*section] != nowhere) {
    return fmt::format("{}: {}", valueText(measurements, section, failure.at[*section], ""), failure.text);
  }
  return failure.text;
}

}  // namespace kernline
