// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counted_use.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

using Use = std::optional<double> CountedUse::*;

constexpr auto useMetrics = std::to_array<std::pair<std::string_view, Use>>({
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", &CountedUse::sm},
    {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", &CountedUse::tensor},
    {"l1tex__throughput.avg.pct_of_peak_sustained_active", &CountedUse::l1},
    {"lts__throughput.avg.pct_of_peak_sustained_elapsed", &CountedUse::l2},
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed", &CountedUse::dram},
    {"lts__t_sector_hit_rate.pct", &CountedUse::l2HitRate},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", &CountedUse::occupancy},
});

// If two are equally busy, the first counts: a part is more specific. The share of an SM is that of its busiest part,
// counted in another launch, so that it is a little above or below that of its tensor pipes.
constexpr auto limitUnits = std::to_array<std::pair<std::string_view, Use>>({
    {"tensor pipe", &CountedUse::tensor},
    {"DRAM", &CountedUse::dram},
    {"L2 cache", &CountedUse::l2},
    {"L1 cache", &CountedUse::l1},
    {"SM", &CountedUse::sm},
});

constexpr double farFromPeak = 0.6;
constexpr double sameAsItsPart = 0.05;

}  // namespace

std::string_view CountedUse::limit() const {
  const auto shareOf = [this](const auto& unit) { return (this->*unit.second).value_or(-1); };
  const auto* const most = std::ranges::max_element(limitUnits, {}, [&](const auto& unit) {
    return shareOf(unit) - (unit.second == &CountedUse::sm ? sameAsItsPart : 0);
  });
  const double share = std::ranges::max(limitUnits | std::views::transform(shareOf));
  return share < 0 ? std::string_view() : share < farFromPeak ? std::string_view("latency") : most->first;
}

CountedUse useOf(std::span<const TimedLaunch> launches) {
  constexpr double percent = 100;
  CountedUse use;
  for (const TimedLaunch& launch : launches) {
    use.nanoseconds += launch.nanoseconds;
    for (const MetricValue& metric : metricsOfKernel(*launch.counted, launch.nanoseconds)) {
      const auto* const known =
          std::ranges::find(useMetrics, std::string_view(metric.name), &std::pair<std::string_view, Use>::first);
      if (known != useMetrics.end()) {
        std::optional<double>& sum = use.*known->second;
        sum = sum.value_or(0) + metric.value / percent * launch.nanoseconds;
      }
    }
  }
  for (const auto& [name, of] : useMetrics) {
    if (use.*of) {
      use.*of = use.nanoseconds > 0 ? std::optional(*(use.*of) / use.nanoseconds) : std::nullopt;
    }
  }
  return use;
}

}  // namespace kernline::recorder
