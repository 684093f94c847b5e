// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/heat_map.h"

#include "core/analysis/counters/counter_text.h"
#include "core/compare/ranks/expert_loads.h"
#include "core/compare/ranks/heat_cells.h"
#include "core/compare/ranks/heat_columns.h"
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view counterPrefix = "counter:";
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<std::string_view, static_cast<std::size_t>(HeatMetric::IdleBy)> heatNames{
    "step_time", "compute",     "exposed_communication", "waiting",       "lateness",   "bus_bandwidth",
    "idle",      "peak_memory", "pipeline_waiting",      "expert_excess", "expert_load"};

/// The values between which all but this share of the cells lie, at either end.
constexpr double clippedShare = 0.01;
/// Towards worse values the colors go at least so far from the median, as a share of it: else where all but a few are
/// alike, noise would look as they do.
constexpr double minReach = 0.25;

HeatRange rangeOfCells(std::vector<double> known, bool isLowWorse) {
  HeatRange range;
  if (known.empty()) {
    return range;
  }
  std::ranges::sort(known);
  const auto last = static_cast<double>(known.size() - 1);
  range.least = known.front();
  range.most = known.back();
  range.low = known[static_cast<std::size_t>(std::floor(last * clippedShare))];
  range.high = known[static_cast<std::size_t>(std::ceil(last * (1 - clippedShare)))];
  const double median = known[known.size() / 2];
  if (isLowWorse) {
    range.low = std::min(range.low, std::max(range.least, median * (1 - minReach)));
  } else {
    range.high = std::max(range.high, std::min(range.most, median * (1 + minReach)));
  }
  if (range.high <= range.low) {  // all but a few are the same
    range.low = range.least;
    range.high = range.most;
  }
  range.below = static_cast<std::size_t>(std::ranges::lower_bound(known, range.low) - known.begin());
  range.above = static_cast<std::size_t>(known.end() - std::ranges::upper_bound(known, range.high));
  return range;
}

bool hasCollectives(const RankSet& set) {
  return std::ranges::any_of(set.collectives, [](const CollectiveMatch& match) { return match.parts.size() > 1; });
}

bool anyStep(const RankSet& set, const auto& has) {
  return std::ranges::any_of(set.files,
                             [&](const RankFile& file) { return std::ranges::any_of(file.digest->steps, has); });
}

/// Whether a digest of that version has the subject.
bool tells(const RankDigest& digest, const HeatSubject& subject) {
  const auto* metric = std::get_if<HeatMetric>(&subject);
  if (metric == nullptr) {
    return digest.hasCounters;
  }
  switch (*metric) {
    case HeatMetric::ExpertLoad:
      return digest.hasExchangedBytes;
    case HeatMetric::StepTime:
    case HeatMetric::Waiting:
    case HeatMetric::Late:
    case HeatMetric::Bandwidth:
    case HeatMetric::Pipeline:
    case HeatMetric::Experts:
      return true;
    default:
      return digest.hasStepStats || digest.steps.empty();
  }
}

bool hasMetric(const RankSet& set, HeatMetric metric) {
  if (const auto cause = causeOf(metric)) {
    return anyStep(set, [&](const DigestStep& step) { return step.idleBy[static_cast<std::size_t>(*cause)].ns > 0; });
  }
  switch (metric) {
    case HeatMetric::Compute:
    case HeatMetric::Exposed:
    case HeatMetric::Idle:
      return anyStep(set, [](const DigestStep& step) { return step.device.ns > 0; });
    case HeatMetric::Memory:
      return anyStep(set, [](const DigestStep& step) { return step.peakBytes.has_value(); });
    case HeatMetric::Waiting:
    case HeatMetric::Late:
      return hasCollectives(set);
    case HeatMetric::Pipeline:
      return !set.messages.empty();
    case HeatMetric::Experts:
      return hasUnevenExperts(set);
    case HeatMetric::ExpertLoad:
      return hasUnevenExperts(set) && std::ranges::any_of(set.collectives, [&](const CollectiveMatch& match) {
               return !expertBytes(set, match).empty();
             });
    case HeatMetric::Bandwidth:
      return std::ranges::any_of(set.collectives,
                                 [](const CollectiveMatch& match) { return match.busBandwidth() > 0; });
    default:
      return true;
  }
}

}  // namespace

std::optional<IdleCause> causeOf(HeatMetric metric) {
  const auto first = static_cast<std::size_t>(HeatMetric::IdleBy);
  const auto number = static_cast<std::size_t>(metric);
  return number < first ? std::nullopt : std::optional(static_cast<IdleCause>(number - first));
}

std::string toText(HeatMetric metric) {
  const auto cause = causeOf(metric);
  return cause ? "idle_" + std::string(toText(*cause)) : std::string(heatNames[static_cast<std::size_t>(metric)]);
}

std::optional<HeatMetric> heatMetricFrom(std::string_view text) {
  for (std::size_t i = 0; i < heatMetricCount; ++i) {
    if (toText(static_cast<HeatMetric>(i)) == text) {
      return static_cast<HeatMetric>(i);
    }
  }
  return std::nullopt;
}

std::vector<std::string> heatMetricNames() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < heatMetricCount; ++i) {
    names.push_back(toText(static_cast<HeatMetric>(i)));
  }
  return names;
}

HeatUnit unitOf(HeatMetric metric) {
  switch (metric) {
    case HeatMetric::Memory:
    case HeatMetric::Experts:
      return HeatUnit::Bytes;
    case HeatMetric::Bandwidth:
      return HeatUnit::BytesPerSecond;
    case HeatMetric::ExpertLoad:
      return HeatUnit::Times;
    default:
      return HeatUnit::Nanoseconds;
  }
}

std::string heatName(const HeatSubject& subject) {
  const auto* counter = std::get_if<HeatCounter>(&subject);
  return counter == nullptr ? toText(std::get<HeatMetric>(subject)) : std::string(counterPrefix) + counter->name;
}

bool isCounterName(std::string_view text) {
  return text.starts_with(counterPrefix) && text.size() > counterPrefix.size();
}

bool isHeatName(std::string_view text) {
  return heatMetricFrom(text) || isCounterName(text);
}

bool isLowBad(const HeatSubject& subject) {
  return subject == HeatSubject(HeatMetric::Bandwidth);
}

std::string heatText(const HeatSubject& subject, double value) {
  if (const auto* counter = std::get_if<HeatCounter>(&subject)) {
    return counterText(counter->unit, value);
  }
  switch (unitOf(std::get<HeatMetric>(subject))) {
    case HeatUnit::Bytes:
      return formatBytes(std::llround(value));
    case HeatUnit::BytesPerSecond:
      return formatByteRate(value);
    case HeatUnit::Times:
      return fmt::format("{:.2f}×", value);
    case HeatUnit::Nanoseconds:
      break;
  }
  return formatDuration({std::llround(value)});
}

double HeatRange::share(double value) const {
  return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0;
}

HeatMap::HeatMap(const RankSet& set, HeatSubject subject, bool isLowBad)
    : m_subject(std::move(subject)),
      m_isLowBad(isLowBad),
      m_ranks(set.files.size()),
      m_isComparable(set.rankSteps->areComparable()) {
  const HeatColumns columns(set);
  m_steps = columns.names();
  m_values = heatCells(set, columns, m_subject);
  std::ranges::transform(set.files, std::back_inserter(m_isRecorded),
                         [this](const RankFile& file) { return tells(*file.digest, m_subject); });
  measure();
}

void HeatMap::measure() {
  std::vector<double> known;
  std::vector<double> inStep;
  known.reserve(m_values.size());
  for (std::size_t step = 0; step < m_steps.size(); ++step) {
    inStep.clear();
    for (std::size_t place = 0; place < m_ranks; ++place) {
      if (const double value = at({place, step}); !std::isnan(value)) {
        inStep.push_back(value);
      }
    }
    known.insert(known.end(), inStep.begin(), inStep.end());
    m_medians.push_back(inStep.empty() ? nothing : medianOf(inStep));
  }
  m_unknown = m_values.size() - known.size();
  m_range = rangeOfCells(std::move(known), m_isLowBad);
}

double HeatMap::excess(std::size_t place) const {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t step = 0; step < m_steps.size(); ++step) {
    if (const double value = at({place, step}); !std::isnan(value)) {
      sum += value - m_medians[step];
      ++count;
    }
  }
  const double mean = count == 0 ? nothing : sum / static_cast<double>(count);
  return m_isLowBad ? -mean : mean;
}

bool HeatMap::isWorse(double value, double other) const {
  if (std::isnan(value) || std::isnan(other)) {
    return !std::isnan(value);
  }
  return m_isLowBad ? value < other : value > other;
}

double HeatMap::badness(double value) const {
  const double share = m_range.share(value);
  return m_isLowBad && m_range.high > m_range.low ? 1 - share : share;
}

std::optional<std::size_t> HeatMap::typicalPlace(HeatCell besides) const {
  std::optional<std::size_t> found;
  double nearest = 0;
  for (std::size_t place = 0; place < m_ranks; ++place) {
    const double distance = std::abs(at({place, besides.step}) - m_medians[besides.step]);
    if (place != besides.place && !std::isnan(distance) && (!found || distance < nearest)) {
      found = place;
      nearest = distance;
    }
  }
  return found;
}

std::vector<HeatMetric> heatMetrics(const RankSet& set) {
  std::vector<HeatMetric> found;
  if (set.rankSteps->ofRanks().empty()) {
    return found;
  }
  for (std::size_t i = 0; i < heatMetricCount; ++i) {
    if (hasMetric(set, static_cast<HeatMetric>(i))) {
      found.push_back(static_cast<HeatMetric>(i));
    }
  }
  return found;
}

std::vector<HeatCounter> heatCounters(const RankSet& set) {
  std::map<std::string, std::string> units;
  for (const RankFile& file : set.files) {
    for (const DigestCounter& counter : file.digest->counters) {
      std::string& unit = units[counter.name];
      unit = unit.empty() ? counter.unit : unit;
    }
  }
  std::vector<HeatCounter> found;
  for (const auto& [name, unit] : units) {
    found.push_back({.name = name, .unit = unit});
  }
  return found;
}

std::vector<std::int32_t> ranksWithoutCounters(const RankSet& set) {
  std::vector<std::int32_t> ranks;
  for (const RankFile& file : set.files) {
    if (!file.digest->hasCounters) {
      ranks.push_back(file.rank);
    }
  }
  return ranks;
}

std::vector<HeatSubject> heatSubjects(const RankSet& set) {
  std::vector<HeatSubject> found;
  if (const std::vector<HeatMetric> metrics = heatMetrics(set); !metrics.empty()) {
    found.assign(metrics.begin(), metrics.end());
    std::ranges::copy(heatCounters(set), std::back_inserter(found));
  }
  return found;
}

std::optional<HeatTime> timeOf(const RankSet& set, HeatCell cell) {
  const HeatColumns columns(set);
  const std::span<const std::uint32_t> own = columns.of(cell.place);
  const auto at = std::ranges::find(own, cell.step);
  if (at == own.end()) {
    return std::nullopt;
  }
  const TimeRange range = set.files[cell.place].digest->steps[static_cast<std::size_t>(at - own.begin())].range;
  return HeatTime{.range = set.clocks[cell.place].onClock(range), .own = range};
}

}  // namespace kernline
