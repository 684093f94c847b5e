// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/counted_steps.h"

#include "core/analysis/steps/unusual_steps.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace kernline {

std::vector<std::vector<std::size_t>> byProcess(std::span<const Step> steps, std::span<const std::size_t> positions) {
  std::vector<ProcessId> processes;
  std::vector<std::vector<std::size_t>> groups;
  for (const std::size_t i : positions) {
    const auto known = std::ranges::find(processes, steps[i].process);
    const auto group = static_cast<std::size_t>(known - processes.begin());
    if (known == processes.end()) {
      processes.push_back(steps[i].process);
      groups.emplace_back();
    }
    groups[group].push_back(i);
  }
  return groups;
}

namespace {

/// Returns what `choose` keeps of the steps of each process.
template <typename Choose>
std::vector<std::size_t> chosenOfEach(std::span<const Step> steps, std::span<const std::size_t> positions,
                                      const Choose& choose) {
  std::vector<std::size_t> chosen;
  for (const std::vector<std::size_t>& own : byProcess(steps, positions)) {
    std::ranges::copy(choose(own), std::back_inserter(chosen));
  }
  std::ranges::sort(chosen);
  return chosen;
}

/// Positions of the steps of a process that neither warm up nor were interrupted.
std::vector<std::size_t> usualSteps(StepSource source, std::vector<std::size_t> positions,
                                    std::span<const TimeRange> ranges) {
  std::vector<TimeRange> lengths;
  std::ranges::transform(positions, std::back_inserter(lengths), [&](std::size_t i) { return ranges[i]; });
  const auto warmUp = static_cast<std::ptrdiff_t>(warmUpSteps(lengths));
  lengths.erase(lengths.begin(), lengths.begin() + warmUp);
  positions.erase(positions.begin(), positions.begin() + warmUp);
  if (source == StepSource::Rounds) {
    const std::vector<bool> isOutlier = outlierSteps(lengths);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (!isOutlier[i]) {
        positions[kept++] = positions[i];
      }
    }
    positions.resize(kept);
  }
  return positions;
}

/// Whether a process launched it, or a device of its trace did it; of `ProcessId::none` all work.
bool isOf(const RunGraph& graph, const ReplayActivity& activity, ProcessId process) {
  return process == ProcessId::none || activity.thread == ReplayActivity::none ||
         graph.threads()[activity.thread].process == process ||
         graph.trace().track(graph.trace().trackOf(activity.span)).process == process;
}

/// Starts of what a process launched, or of what a device did; of `ProcessId::none` of all work.
std::vector<Time> activityStarts(const RunGraph& graph, ProcessId process) {
  std::vector<Time> starts;
  for (const ReplayActivity& activity : graph.activities()) {
    if (isOf(graph, activity, process)) {
      starts.push_back(graph.trace().start(activity.span));
    }
  }
  std::ranges::sort(starts);
  return starts;
}

/// Time that a step spends in one place.
struct StepLoad {
  Duration host;                       ///< the longest that a thread was in one function, not in a call or a wait
  StringId function = StringId::none;  ///< function of `host`; none if it is the step itself
  Duration device;                     ///< sum of its activities
};

/// Sets the host's part of `load`, if this thread was longer in one function.
void addHost(StepLoad& load, const Trace& trace, const ReplayThread& thread, const Step& step) {
  auto handover = std::ranges::lower_bound(thread.handovers, step.range.begin, {}, [&](const ReplayHandover& each) {
    return thread.moments[each.moment].time;
  });
  const auto first = std::ranges::lower_bound(thread.moments, step.range.begin, {}, &ReplayMoment::time);
  for (auto next = first; next != thread.moments.end() && next->time <= step.range.end; ++next) {
    const auto place = static_cast<std::uint32_t>(next - thread.moments.begin());
    while (handover != thread.handovers.end() && handover->moment < place) {
      ++handover;
    }
    const bool isWait = handover != thread.handovers.end() && handover->moment == place;
    if (next == first || isWait) {
      continue;
    }
    const ReplayMoment& before = *std::prev(next);
    const bool isInCall = !before.isEnd && (before.kind == SpanKind::Runtime || before.kind == SpanKind::Overhead);
    if (!isInCall && next->time - before.time > load.host) {
      const SpanId function = before.isEnd ? trace.parent(SpanId{before.span}) : SpanId{before.span};
      const bool isStep = function == SpanId::none || function == step.span;
      load.host = next->time - before.time;
      load.function = isStep ? StringId::none : trace.name(function);
    }
  }
}

/// Loads of the steps at `positions`, which are in time.
std::vector<StepLoad> loadsOf(const RunGraph& graph, ProcessId process, std::span<const Step> steps,
                              std::span<const TimeRange> recorded, std::span<const std::size_t> positions) {
  std::vector<StepLoad> loads(positions.size());
  for (std::size_t p = 0; p < positions.size(); ++p) {
    for (const ReplayThread& thread : graph.threads()) {
      if (process == ProcessId::none || thread.process == process) {
        addHost(loads[p], graph.trace(), thread, steps[positions[p]]);
      }
    }
  }
  for (const ReplayActivity& activity : graph.activities()) {
    if (isOf(graph, activity, process)) {
      const auto after = std::ranges::upper_bound(positions, graph.trace().start(activity.span), {},
                                                  [&](std::size_t i) { return recorded[i].begin; });
      if (after != positions.begin()) {
        loads[static_cast<std::size_t>(after - positions.begin()) - 1].device += activity.length;
      }
    }
  }
  return loads;
}

std::vector<std::size_t> placesOf(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

/// Whether the same host function, or the device activities, took longer in several slow steps, by most of what these
/// take more than the quick ones. One such step, and the first, may be slow for reasons of their own. `counted`: the
/// steps, in time.
bool isSlowedByProgram(std::span<const StepLoad> loads, std::span<const std::size_t> counted,
                       std::span<const TimeRange> made) {
  std::vector<std::size_t> order = placesOf(counted.size());
  const auto lengthOf = [&](std::size_t place) { return made[counted[place]].length(); };
  std::ranges::stable_sort(order, {}, lengthOf);
  const std::span<const std::size_t> quick = std::span(order).first((order.size() + 1) / 2);
  StepLoad most;  // maxima over the quick ones
  for (const std::size_t place : quick) {
    most.host = std::max(most.host, loads[place].host);
    most.device = std::max(most.device, loads[place].device);
  }
  std::map<StringId, int> slowedBy;
  int slowedByDevice = 0;
  for (const std::size_t place : std::span(order).subspan(quick.size())) {
    constexpr std::int64_t noise = 10;  // parts of a step that steps may differ by one
    const Duration more = lengthOf(place) - lengthOf(quick.back());
    if (place == 0 || more.ns * noise <= lengthOf(quick.back()).ns) {
      continue;
    }
    slowedByDevice += 2 * (loads[place].device - most.device).ns > more.ns ? 1 : 0;
    if (2 * (loads[place].host - most.host).ns > more.ns) {
      ++slowedBy[loads[place].function];
    }
  }
  return slowedByDevice > 1 || std::ranges::any_of(slowedBy, [](const auto& entry) { return entry.second > 1; });
}

/// Whether the steps of a process do about as much work. `starts`: of that work.
bool areAlike(std::span<const Time> starts, std::span<const std::size_t> counted, std::span<const TimeRange> recorded) {
  constexpr std::int64_t alike = 50;  // parts of the work in which steps may differ by one
  std::vector<std::int64_t> works;
  for (const std::size_t i : counted) {
    works.push_back(std::ranges::lower_bound(starts, recorded[i].end) -
                    std::ranges::lower_bound(starts, recorded[i].begin));
  }
  const auto [least, most] = std::ranges::minmax(works);
  return (most - least) * alike <= most;
}

/// Returns the places of the quicker half of steps, whose lengths these are.
std::vector<std::size_t> quickerHalf(std::span<const Duration> lengths) {
  std::vector<std::size_t> places = placesOf(lengths.size());
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return lengths[place]; });
  places.resize((places.size() + 1) / 2);
  return places;
}

}  // namespace

std::vector<std::size_t> usualSteps(const FoundSteps& found, std::span<const TimeRange> ranges) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!ranges[i].isEmpty()) {
      positions.push_back(i);
    }
  }
  return chosenOfEach(found.steps, positions,
                      [&](std::vector<std::size_t> own) { return usualSteps(found.source, std::move(own), ranges); });
}

bool shareSteps(const RunGraph& graph, std::span<const std::vector<std::size_t>> processes) {
  return graph.hasMeetings() &&
         std::ranges::all_of(processes, [&](const auto& own) { return own.size() == processes.front().size(); });
}

std::vector<std::size_t> typicalSteps(const RunGraph& graph, std::span<const Step> steps,
                                      std::span<const std::size_t> counted, std::span<const TimeRange> recorded,
                                      std::span<const TimeRange> made) {
  const std::vector<std::vector<std::size_t>> processes = byProcess(steps, counted);
  const auto processOf = [&](std::span<const std::size_t> own) { return steps[own.front()].process; };
  if (std::ranges::any_of(processes, [&](const std::vector<std::size_t>& own) {
        return isSlowedByProgram(loadsOf(graph, processOf(own), steps, recorded, own), own, made);
      })) {
    return {counted.begin(), counted.end()};
  }
  const std::size_t together = shareSteps(graph, processes) ? processes.size() : 1;
  std::vector<std::size_t> typical;
  for (std::size_t first = 0; first < processes.size(); first += together) {
    const std::span<const std::vector<std::size_t>> group = std::span(processes).subspan(first, together);
    std::vector<Duration> lengths(group.front().size());
    bool isAlike = true;
    for (const std::vector<std::size_t>& own : group) {
      isAlike = isAlike && areAlike(activityStarts(graph, processOf(own)), own, recorded);
      std::ranges::transform(own, lengths, lengths.begin(),
                             [&](std::size_t i, Duration sum) { return sum + made[i].length(); });
    }
    for (const std::size_t place : isAlike ? quickerHalf(lengths) : placesOf(lengths.size())) {
      std::ranges::transform(group, std::back_inserter(typical), [&](const auto& own) { return own[place]; });
    }
  }
  std::ranges::sort(typical);
  return typical;
}

}  // namespace kernline
