// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/counter_changes.h"

#include "core/model/format/flops.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace kernline {

namespace {

std::string changedBytes(double bytes) {
  return formatBytes(std::llround(bytes));
}

std::string changedClock(double hertz) {
  return fmt::format("{:.0f} MHz", hertz / 1e6);
}

struct ChangingCounter {
  std::string_view key;
  Phrase name;
  std::optional<double> KernelMetrics::* metric;
  std::string (*format)(double);
  double minRatio = 0;  // 0 for a share, which changes by points
  bool isAboutDram = false;
};

constexpr std::array changingCounters{
    ChangingCounter{"dram_bytes", Phrase::tr("DRAM traffic"), &KernelMetrics::dramBytes, &changedBytes,
                    CounterChanges::minRatio, true},
    ChangingCounter{"flops", Phrase::tr("FLOPs"), &KernelMetrics::flops, &formatFlops, CounterChanges::minRatio},
    ChangingCounter{"clock_hz", Phrase::tr("SM clock"), &KernelMetrics::clockHz, &changedClock,
                    CounterChanges::minClockRatio},
    ChangingCounter{"dram_share", Phrase::tr("DRAM use"), &KernelMetrics::dramShare, &formatShare},
    ChangingCounter{"tensor_share", Phrase::tr("tensor pipe use"), &KernelMetrics::tensorShare, &formatShare},
    ChangingCounter{"occupancy", Phrase::tr("achieved occupancy"), &KernelMetrics::occupancy, &formatShare},
    ChangingCounter{"l2_hit_rate", Phrase::tr("L2 hit rate"), &KernelMetrics::l2HitRate, &formatShare, 0, true}};

/// Units of the GPU that none of these counters covers; shares of their peaks.
struct ChangingUnit {
  std::string_view key;
  std::string_view unit;
};

constexpr std::array changingUnits{ChangingUnit{"sm_share", "SM"}, ChangingUnit{"l1_share", "L1/TEX cache"},
                                   ChangingUnit{"l2_share", "L2 cache"}, ChangingUnit{"fma_share", "FMA pipe"},
                                   ChangingUnit{"alu_share", "ALU pipe"}};

/// Returns the weight of a change, 0 if it is too small to matter; `minRatio` is 0 for a share. Counted in several
/// passes, a share of a tiny kernel may be nonsense.
double weightOf(double minRatio, double base, double other) {
  constexpr double maxShare = 1.05;
  const double least = std::min(base, other);
  const double greatest = std::max(base, other);
  if (minRatio == 0) {
    const bool isShare = least >= 0 && greatest <= maxShare;
    return isShare && greatest - least >= CounterChanges::minPoints ? greatest - least : 0;
  }
  return least > 0 && greatest / least >= minRatio ? std::log(greatest / least) : 0;
}

const UnitUse* useOf(const std::vector<UnitUse>& units, std::string_view unit) {
  const auto found = std::ranges::find(units, unit, [](const UnitUse& use) { return use.unit.english(); });
  return found == units.end() ? nullptr : &*found;
}

bool usesDram(const KernelMetrics& metrics) {
  return !metrics.dramShare || *metrics.dramShare >= CounterChanges::minDramShare;
}

}  // namespace

std::string_view toText(CounterSource source) {
  switch (source) {
    case CounterSource::Counted:
      return "counted";
    case CounterSource::Sampled:
      return "sampled";
    case CounterSource::OnlyBase:
      return "only_base";
    case CounterSource::OnlyOther:
      break;
  }
  return "only_other";
}

Message CounterChange::text() const {
  const auto* const counter = std::ranges::find(changingCounters, key, &ChangingCounter::key);
  if (counter == changingCounters.end()) {
    return Phrase::tr("%1 %2 → %3 of peak").with(Message::phrase(name), formatShare(base), formatShare(other));
  }
  const auto format = counter->format;
  return Phrase::tr("%1 %2 → %3").with(Message::phrase(name), format(base), format(other));
}

CounterChanges::CounterChanges(const CounterReading& base, const CounterReading& other) {
  const bool isDramUsed = usesDram(base.metrics) || usesDram(other.metrics);
  for (const ChangingCounter& counter : changingCounters) {
    const std::optional<double>& before = base.metrics.*counter.metric;
    const std::optional<double>& after = other.metrics.*counter.metric;
    if (!before || !after || (counter.isAboutDram && !isDramUsed)) {
      continue;
    }
    if (const double weight = weightOf(counter.minRatio, *before, *after); weight > 0) {
      counters.push_back(
          {.key = counter.key, .name = counter.name, .base = *before, .other = *after, .weight = weight});
    }
  }
  for (const auto& [key, unit] : changingUnits) {
    const UnitUse* const before = useOf(base.units, unit);
    const UnitUse* const after = useOf(other.units, unit);
    const double weight = before != nullptr && after != nullptr ? weightOf(0, before->share, after->share) : 0;
    if (weight > 0) {
      counters.push_back(
          {.key = key, .name = before->unit, .base = before->share, .other = after->share, .weight = weight});
    }
  }
  std::ranges::stable_sort(counters, std::ranges::greater{}, &CounterChange::weight);
  counters.erase(counters.begin() + static_cast<std::ptrdiff_t>(std::min(counters.size(), maxCount)), counters.end());
  if (!base.limit.isEmpty() && !other.limit.isEmpty() && base.limit != other.limit) {
    baseLimit = base.limit;
    otherLimit = other.limit;
  }
}

Message CounterChanges::text() const {
  Message all;
  const auto add = [&](Message next) {
    all = all.isEmpty() ? std::move(next) : Phrase::tr("%1, %2").with(std::move(all), std::move(next));
  };
  for (const CounterChange& change : counters) {
    add(change.text());
  }
  if (!otherLimit.isEmpty()) {
    add(Phrase::tr("limit: %1 (was %2)").with(otherLimit, baseLimit));
  }
  return all;
}

}  // namespace kernline
