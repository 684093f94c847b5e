// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/heat_cells.h"

#include "core/analysis/activity/interval_union.h"
#include "core/compare/ranks/expert_loads.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

constexpr double unknownHeat = std::numeric_limits<double>::quiet_NaN();

double inNs(Duration time) {
  return static_cast<double>(time.ns);
}

/// Returns the digest's figure for a step.
double figureOf(const RankDigest& digest, const DigestStep& step, HeatMetric metric) {
  if (metric == HeatMetric::StepTime) {
    return inNs(step.range.length());
  }
  if (!digest.hasStepStats) {
    return unknownHeat;
  }
  if (const auto cause = causeOf(metric)) {
    return inNs(step.idleBy[static_cast<std::size_t>(*cause)]);
  }
  switch (metric) {
    case HeatMetric::Compute:
      return inNs(step.device - step.exposed);
    case HeatMetric::Exposed:
      return inNs(step.exposed);
    case HeatMetric::Idle:
      return inNs(step.idle);
    case HeatMetric::Memory:
      return step.peakBytes ? static_cast<double>(*step.peakBytes) : unknownHeat;
    default:
      return unknownHeat;
  }
}

/// The parts of matched collectives, by rank and by column.
class CollectiveCells {
 public:
  CollectiveCells(const RankSet& set, const HeatColumns& columns, std::vector<double>& values)
      : m_set(set), m_columns(columns), m_steps(stepsByPlace(set)), m_values(values) {}

  /// Counts each moment of a rank once, as in its account.
  void addWaiting() {
    std::vector<std::vector<TimeRange>> waits(m_values.size());
    forEachPart([&](const CollectiveMatch&, const CollectivePart& part, std::size_t cell) {
      waits[cell].push_back({part.range.begin, part.range.begin + part.wait});
    });
    takeUnions(std::move(waits));
  }

  void addLateness() {
    const CollectiveMatch* last = nullptr;
    std::int32_t lastRank = -1;
    Duration late;
    forEachPart([&](const CollectiveMatch& match, const CollectivePart& part, std::size_t cell) {
      if (last != &match) {
        last = &match;
        lastRank = match.lastRank();
        late = certainLateness(match);
      }
      addTo(m_values[cell], part.rank == lastRank ? inNs(late) : 0);
    });
  }

  /// Counts each moment of a rank once.
  void addPipeline() {
    std::vector<std::vector<TimeRange>> waits(m_values.size());
    const auto add = [&](CallPlace place, TimeRange own, Time other) {
      if (const auto column = columnOf(place, own.begin)) {
        const Time end = std::clamp(other, own.begin, own.end);
        waits[place.part * m_columns.names().size() + *column].push_back({own.begin, end});
      }
    };
    for (const MessageMatch& message : m_set.messages) {
      add(message.sending, message.sent, message.received.begin);
      add(message.receiving, message.received, message.sent.begin);
    }
    takeUnions(std::move(waits));
  }

  void addExperts() {
    const CollectiveMatch* last = nullptr;
    std::vector<double> beyond;
    forEachPart([&](const CollectiveMatch& match, const CollectivePart& part, std::size_t cell) {
      if (last != &match) {
        last = &match;
        beyond = bytesBeyondMean(m_set, match);
      }
      if (!beyond.empty()) {
        addTo(m_values[cell], beyond[static_cast<std::size_t>(&part - match.parts.data())]);
      }
    });
  }

  void addExpertLoad() {
    std::vector<double> means(m_values.size(), 0);
    const CollectiveMatch* last = nullptr;
    std::vector<double> bytes;
    double mean = 0;
    forEachPart([&](const CollectiveMatch& match, const CollectivePart& part, std::size_t cell) {
      if (last != &match) {
        last = &match;
        bytes = expertBytes(m_set, match);
        mean = std::accumulate(bytes.begin(), bytes.end(), 0.0) / static_cast<double>(match.parts.size());
      }
      if (!bytes.empty()) {
        addTo(m_values[cell], bytes[static_cast<std::size_t>(&part - match.parts.data())]);
        means[cell] += mean;
      }
    });
    for (std::size_t cell = 0; cell < m_values.size(); ++cell) {
      m_values[cell] = means[cell] > 0 ? m_values[cell] / means[cell] : unknownHeat;
    }
  }

  void addBandwidth() {
    std::vector<double> bytes(m_values.size(), 0);
    std::vector<double> seconds(m_values.size(), 0);
    const CollectiveMatch* last = nullptr;
    double rate = 0;
    forEachPart([&](const CollectiveMatch& match, const CollectivePart&, std::size_t cell) {
      if (last != &match) {
        last = &match;
        rate = match.busBandwidth();
      }
      if (rate > 0) {
        constexpr double nsPerSecond = 1e9;
        const double time = inNs(match.transfer()) / nsPerSecond;
        bytes[cell] += rate * time;
        seconds[cell] += time;
      }
    });
    for (std::size_t cell = 0; cell < m_values.size(); ++cell) {
      m_values[cell] = seconds[cell] > 0 ? bytes[cell] / seconds[cell] : unknownHeat;
    }
  }

 private:
  void takeUnions(std::vector<std::vector<TimeRange>> waits) {
    for (std::size_t cell = 0; cell < waits.size(); ++cell) {
      if (!waits[cell].empty()) {
        m_values[cell] = inNs(IntervalUnion(std::move(waits[cell])).length());
      }
    }
  }

  /// Returns the lateness beyond the error of both clocks.
  [[nodiscard]] Duration certainLateness(const CollectiveMatch& match) const {
    const auto begin = [](const CollectivePart& part) { return part.range.begin; };
    const auto last = std::ranges::max_element(match.parts, {}, begin);
    const CollectivePart* before = nullptr;
    for (const CollectivePart& part : match.parts) {
      if (&part != &*last && (before == nullptr || part.range.begin > before->range.begin)) {
        before = &part;
      }
    }
    Duration error;
    for (const CollectivePart* part : {&*last, before}) {
      error += part == nullptr ? Duration{} : m_set.clocks[part->call.part].error().value_or(Duration{});
    }
    const Duration late = match.lateBy();
    return late > error ? late : Duration{};
  }

  static void addTo(double& sum, double value) { sum = sum == sum ? sum + value : value; }  // NaN is not itself

  template <typename Act>
  void forEachPart(Act act) const {
    for (const CollectiveMatch& match : m_set.collectives) {
      for (const CollectivePart& part : match.parts) {
        const auto column = match.parts.size() < 2 ? std::nullopt : columnOf(part.call, part.range.begin);
        if (column) {
          act(match, part, part.call.part * m_columns.names().size() + *column);
        }
      }
    }
  }

  /// Returns the column of the step that launched it; if digests do not give it, of the step in which it began.
  [[nodiscard]] std::optional<std::uint32_t> columnOf(CallPlace place, Time begin) const {
    const std::span<const std::uint32_t> own = m_columns.of(place.part);
    if (own.empty()) {
      return std::nullopt;
    }
    const RankDigest& digest = *m_set.files[place.part].digest;
    if (digest.hasStepStats) {
      const std::int32_t step = digest.calls[place.call].step;
      return step < 0 ? std::nullopt : std::optional(own[static_cast<std::size_t>(step)]);
    }
    const std::vector<RankSteps::Step>& steps = m_steps[place.part]->steps;
    const auto after =
        std::ranges::upper_bound(steps, begin, {}, [](const RankSteps::Step& step) { return step.range.begin; });
    for (auto at = after; at != steps.begin();) {
      --at;
      if (at->range.contains(begin)) {
        return own[static_cast<std::size_t>(at - steps.begin())];
      }
    }
    return std::nullopt;
  }

  const RankSet& m_set;
  const HeatColumns& m_columns;
  std::vector<const RankSteps::OfRank*> m_steps;
  std::vector<double>& m_values;
};

void addFigures(const RankSet& set, const HeatColumns& columns, HeatMetric metric, std::vector<double>& values) {
  for (std::size_t place = 0; place < set.files.size(); ++place) {
    const RankDigest& digest = *set.files[place].digest;
    const std::span<const std::uint32_t> own = columns.of(place);
    for (std::size_t i = 0; i < own.size(); ++i) {
      values[place * columns.names().size() + own[i]] = figureOf(digest, digest.steps[i], metric);
    }
  }
}

void addMeans(const RankSet& set, const HeatColumns& columns, const HeatCounter& counter, std::vector<double>& values) {
  for (std::size_t place = 0; place < set.files.size(); ++place) {
    const std::span<const std::uint32_t> own = columns.of(place);
    for (const DigestCounter& known : set.files[place].digest->counters) {
      if (known.name == counter.name && (known.unit == counter.unit || known.unit.empty())) {
        for (std::size_t i = 0; i < own.size(); ++i) {
          if (std::isfinite(known.means[i])) {
            values[place * columns.names().size() + own[i]] = known.means[i];
          }
        }
      }
    }
  }
}

}  // namespace

std::vector<double> heatCells(const RankSet& set, const HeatColumns& columns, const HeatSubject& subject) {
  std::vector<double> values(set.files.size() * columns.names().size(), unknownHeat);
  if (const auto* counter = std::get_if<HeatCounter>(&subject)) {
    addMeans(set, columns, *counter, values);
    return values;
  }
  const HeatMetric metric = std::get<HeatMetric>(subject);
  CollectiveCells collectives(set, columns, values);
  switch (metric) {
    case HeatMetric::Waiting:
      collectives.addWaiting();
      break;
    case HeatMetric::Late:
      collectives.addLateness();
      break;
    case HeatMetric::Bandwidth:
      collectives.addBandwidth();
      break;
    case HeatMetric::Pipeline:
      collectives.addPipeline();
      break;
    case HeatMetric::Experts:
      collectives.addExperts();
      break;
    case HeatMetric::ExpertLoad:
      collectives.addExpertLoad();
      break;
    default:
      addFigures(set, columns, metric, values);
  }
  return values;
}

}  // namespace kernline
