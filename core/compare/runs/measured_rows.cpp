// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_rows.h"

#include "core/model/format/flops.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

using MetricMember = std::optional<double> KernelMetrics::*;

constexpr std::array metricMembers{&KernelMetrics::durationNs, &KernelMetrics::clockHz,     &KernelMetrics::dramBytes,
                                   &KernelMetrics::dramShare,  &KernelMetrics::tensorShare, &KernelMetrics::occupancy,
                                   &KernelMetrics::l2HitRate,  &KernelMetrics::flops};

/// Sums over launches, each metric over those that have it.
struct MetricSums {
  std::uint64_t launches = 0;
  std::array<double, metricMembers.size()> sums{};
  std::array<std::uint64_t, metricMembers.size()> counts{};

  void add(const KernelMetrics& launch) {
    ++launches;
    for (std::size_t i = 0; i < metricMembers.size(); ++i) {
      if (const std::optional<double>& value = launch.*metricMembers[i]) {
        sums[i] += *value;
        ++counts[i];
      }
    }
  }

  [[nodiscard]] MeasuredLaunches means() const {
    MeasuredLaunches measured{.launches = launches, .mean = {}};
    for (std::size_t i = 0; i < metricMembers.size(); ++i) {
      if (counts[i] > 0) {
        measured.mean.*metricMembers[i] = sums[i] / static_cast<double>(counts[i]);
      }
    }
    return measured;
  }
};

std::string measuredTime(double ns) {
  return formatDuration({std::llround(ns)});
}

std::string measuredBytes(double bytes) {
  return formatBytes(std::llround(bytes));
}

std::string measuredClock(double hertz) {
  return fmt::format("{:.0f} MHz", hertz / 1e6);
}

struct ShownMetric {
  Phrase name;
  MetricMember metric;
  std::string (*format)(double);
  bool isShare = false;  ///< 0 to 1: changes by points
};

constexpr std::array shownMetrics{
    ShownMetric{Phrase::tr("duration"), &KernelMetrics::durationNs, &measuredTime},
    ShownMetric{Phrase::tr("SM clock"), &KernelMetrics::clockHz, &measuredClock},
    ShownMetric{Phrase::tr("DRAM traffic"), &KernelMetrics::dramBytes, &measuredBytes},
    ShownMetric{Phrase::tr("DRAM use"), &KernelMetrics::dramShare, &formatShare, true},
    ShownMetric{Phrase::tr("FLOPs"), &KernelMetrics::flops, &formatFlops},
    ShownMetric{Phrase::tr("tensor pipe use"), &KernelMetrics::tensorShare, &formatShare, true},
    ShownMetric{Phrase::tr("achieved occupancy"), &KernelMetrics::occupancy, &formatShare, true},
    ShownMetric{Phrase::tr("L2 hit rate"), &KernelMetrics::l2HitRate, &formatShare, true}};

std::optional<double> measuredMean(const RunSide& side, MetricMember metric) {
  return side.measured ? side.measured->mean.*metric : std::nullopt;
}

std::string measuredChange(std::optional<double> base, std::optional<double> other, bool isShare) {
  constexpr double percent = 100;
  if (!base || !other) {
    return {};
  }
  if (isShare) {
    return fmt::format("{:+.1f} pp", (*other - *base) * percent);
  }
  return *base == 0 ? std::string() : fmt::format("{:+.1f} %", (*other / *base - 1) * percent);
}

}  // namespace

void addMeasured(RunComparison& comparison, std::size_t run, const MeasuredKernels& measured) {
  ComparedRun& compared = comparison.runs[run];
  compared.reports.assign(measured.reports().begin(), measured.reports().end());
  std::vector<MetricSums> sums(comparison.rows.size());
  std::vector<std::shared_ptr<const KernelCard>> cards(comparison.rows.size());  // the first of each
  for (std::size_t i = 0; i < compared.activities.size(); ++i) {
    if (const MeasuredKernels::Launch* launch = measured.of(compared.activities[i])) {
      sums[compared.rowOfActivity[i]].add(launch->metrics);
      std::shared_ptr<const KernelCard>& card = cards[compared.rowOfActivity[i]];
      card = card ? card : launch->card;
    }
  }
  for (std::size_t row = 0; row < sums.size(); ++row) {
    if (sums[row].launches > 0) {
      MeasuredLaunches& made = comparison.rows[row].sides[run].measured.emplace(sums[row].means());
      if (cards[row]) {
        made.units = cards[row]->units;
        made.limit = cards[row]->limit();
      }
    }
  }
}

std::vector<MeasuredFigure> measuredFigures(const RunRow& row) {
  std::vector<MeasuredFigure> figures;
  for (const ShownMetric& shown : shownMetrics) {
    MeasuredFigure figure{.name = shown.name, .values = {}, .change = {}};
    for (const RunSide& side : row.sides) {
      const std::optional<double> mean = measuredMean(side, shown.metric);
      figure.values.push_back(mean ? shown.format(*mean) : std::string());
    }
    if (std::ranges::any_of(figure.values, [](const std::string& value) { return !value.empty(); })) {
      figure.change = measuredChange(measuredMean(row.sides.front(), shown.metric),
                                     measuredMean(row.sides.back(), shown.metric), shown.isShare);
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

std::vector<std::size_t> measuredRows(const RunComparison& comparison) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    if (std::ranges::any_of(comparison.rows[i].sides, [](const RunSide& side) { return side.measured.has_value(); })) {
      rows.push_back(i);
    }
  }
  return rows;
}

}  // namespace kernline
