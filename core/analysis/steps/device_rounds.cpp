// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/device_rounds.h"

#include "core/analysis/steps/repeated_rounds.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t minRounds = 3;

/// Starts of rounds, and the end of the last one.
struct Cut {
  StringId first = StringId::empty;
  std::vector<Time> edges;

  [[nodiscard]] bool isUsable() const { return edges.size() > minRounds; }
};

Cut byKernels(const Trace& trace, std::span<const SpanId> activities) {
  const auto rounds = repeatedRounds(trace, activities, minRounds);
  if (!rounds) {
    return {};
  }
  Cut cut{.first = rounds->first, .edges = rounds->begins};
  if (rounds->lastEnd) {
    cut.edges.push_back(*rounds->lastEnd);
  }
  return cut;
}

/// A graph is launched by one call, so that its kernels are one round whatever repeats within.
Cut byGraphs(const Trace& trace, std::span<const SpanId> activities) {
  std::unordered_map<SpanId, Time> begins;
  Cut cut;
  Time end;
  for (const SpanId span : activities) {
    const SpanId call = trace.launchOf(span);
    if (call == SpanId::none || !trace.nameText(call).contains("GraphLaunch")) {
      continue;
    }
    if (begins.try_emplace(call, trace.start(span)).second) {  // the first comes first
      cut.edges.push_back(trace.start(span));
      cut.first = trace.name(call);
    }
    end = std::max(end, trace.end(span));
  }
  if (!cut.edges.empty()) {
    cut.edges.push_back(end);
  }
  return cut;
}

/// The work that starts in each round.
std::vector<Duration> activityTimesOfRounds(const Trace& trace, std::span<const SpanId> activities,
                                            const std::vector<Step>& rounds) {
  const auto startOf = [&](SpanId span) { return trace.start(span); };
  std::vector<Duration> sums;
  for (const Step& round : rounds) {
    const auto begin = std::ranges::lower_bound(activities, round.range.begin, {}, startOf);
    const auto end = std::ranges::lower_bound(begin, activities.end(), round.range.end, {}, startOf);
    sums.push_back(sumOfActivities(trace, {begin, end}));
  }
  return sums;
}

/// Returns the sum of the rounds that took about as long as the median.
Duration usualActivityTime(const std::vector<Duration>& rounds) {
  std::vector<std::int64_t> lengths;
  for (const Duration round : rounds) {
    lengths.push_back(round.ns);
  }
  const std::int64_t middle = medianOf(lengths);
  Duration sum;
  for (const Duration round : rounds) {
    sum += round.ns * 2 >= middle && round.ns <= middle * 2 ? round : Duration{};
  }
  return sum;
}

}  // namespace

std::optional<DeviceRounds> deviceRounds(const Trace& trace, const DeviceTracks& device,
                                         std::span<const SpanId> activities) {
  Cut cut = byKernels(trace, activities);
  if (Cut graphs = byGraphs(trace, activities);
      graphs.isUsable() && (!cut.isUsable() || graphs.edges.size() < cut.edges.size())) {
    cut = std::move(graphs);
  }
  DeviceRounds made{.steps = {}, .first = cut.first, .inside = {}};
  for (std::size_t i = 0; i + 1 < cut.edges.size(); ++i) {
    if (cut.edges[i] < cut.edges[i + 1]) {
      made.steps.push_back({.name = cut.first,
                            .range = {cut.edges[i], cut.edges[i + 1]},
                            .span = SpanId::none,
                            .process = device.process});
    }
  }
  if (made.steps.size() < minRounds) {
    return {};
  }
  const std::vector<Duration> sums = activityTimesOfRounds(trace, activities, made.steps);
  for (const Duration sum : sums) {
    made.inside += sum;
  }
  const Duration withoutWarmUp = sumOfActivities(trace, activities) - sums.front();
  return usualActivityTime(sums).ns * 2 < withoutWarmUp.ns ? std::nullopt : std::optional{std::move(made)};
}

Duration sumOfActivities(const Trace& trace, std::span<const SpanId> activities) {
  Duration sum;
  for (const SpanId span : activities) {
    sum += trace.duration(span);
  }
  return sum;
}

}  // namespace kernline
