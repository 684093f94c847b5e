// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/device_timeline.h"

#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/device_progress.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/analysis/steps/step_times.h"
#include "core/analysis/steps/unusual_steps.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace kernline {

namespace {

/// Whether the step is not of another rank, nor a round of another device.
bool isStepOfDevice(const Trace& trace, const Step& step, const DeviceTracks& device) {
  const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
  const bool isOfAnother = step.span == SpanId::none && step.process != device.process;
  return !isOfAnother && (rank < 0 || device.rank < 0 || rank == device.rank);
}

/// A step as far as a device is concerned.
struct DeviceStep {
  TimeRange range;
  Time hostBegin;
  Duration length;         // whole length
  std::size_t number = 0;  // number among all steps
  Duration unknown = {};   // time cut off: before the first recorded activity of the device
};

Time beginOf(const DeviceStep& step) {
  return step.range.begin;
}

/// The steps that are looked at, when the device worked for them.
std::vector<DeviceStep> stepsOnDevice(const Trace& trace, const DeviceTracks& device,
                                      std::span<const SpanId> activities, const AdviceQuery& query) {
  const std::vector<bool> isAsked =
      query.asked ? areChosen(trace, query.steps, *query.asked) : std::vector<bool>(query.steps.size(), true);
  const std::vector<TimeRange> onDevice = DeviceProgress{trace, activities}.ranges(query.steps);
  std::vector<DeviceStep> steps;
  for (std::size_t i = 0; i < query.steps.size(); ++i) {
    const Step& step = query.steps[i];
    if (isAsked[i] && isStepOfDevice(trace, step, device) && !step.range.isEmpty()) {
      const bool isOfHost = step.span != SpanId::none;
      const TimeRange range = isOfHost ? onDevice[i] : step.range;
      steps.push_back({.range = range, .hostBegin = step.range.begin, .length = range.length(), .number = i});
    }
  }
  std::erase_if(steps, [](const DeviceStep& step) { return step.range.isEmpty(); });
  return steps;
}

std::vector<TimeRange> rangesOf(const std::vector<DeviceStep>& steps) {
  std::vector<TimeRange> ranges;
  std::ranges::transform(steps, std::back_inserter(ranges), &DeviceStep::range);
  return ranges;
}

void leaveOutWarmUp(DeviceTimeline& timeline, std::vector<DeviceStep>& steps) {
  std::ranges::sort(steps, {}, beginOf);
  timeline.warmUp = warmUpSteps(rangesOf(steps));
  steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(timeline.warmUp));
}

/// Drops outliers among rounds, for which no record shows what the host did: the program slept, or the profiler worked.
void leaveOutOutliers(DeviceTimeline& timeline, std::vector<DeviceStep>& steps) {
  const std::vector<TimeRange> ranges = rangesOf(steps);
  const std::vector<bool> isOutlier = outlierSteps(ranges);
  std::vector<DeviceStep> kept;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (isOutlier[i]) {
      timeline.outliers.push_back(ranges[i].length());
    } else {
      kept.push_back(steps[i]);
    }
  }
  steps = std::move(kept);
}

/// Drops the time before the first recorded work, which is unknown. If that work had to queue, the device was busy.
void leaveOutUnrecorded(DeviceTimeline& timeline, const Trace& trace, std::span<const SpanId> activities,
                        std::vector<DeviceStep>& steps) {
  if (activities.empty()) {
    return;
  }
  const Time first = trace.start(activities.front());
  const bool wasQueued = startOfQueued(trace, activities.front()).has_value();
  for (DeviceStep& step : steps) {
    if (step.hostBegin >= first || step.range.begin > first) {
      continue;  // the device had recorded work before it
    }
    step.range.begin = std::min(first, step.range.end);
    const Time queuedFrom =
        wasQueued ? std::clamp(trace.end(trace.launchOf(activities.front())), step.hostBegin, first) : first;
    timeline.unrecorded += first - queuedFrom;
    step.unknown = queuedFrom - step.hostBegin;
  }
  std::erase_if(steps, [](const DeviceStep& step) { return step.range.isEmpty(); });
}

/// Sets the window; returns the steps in it, by position among all, or an empty list for a range.
std::vector<bool> setWindow(DeviceTimeline& timeline, const Trace& trace, const DeviceTracks& device,
                            std::span<const SpanId> activities, const AdviceQuery& query) {
  std::vector<DeviceStep> steps = stepsOnDevice(trace, device, activities, query);
  const bool areRounds = !steps.empty() && query.steps[steps.front().number].span == SpanId::none;
  if (query.steps.empty()) {
    std::optional<TimeRange> worked;
    for (const SpanId span : activities) {
      worked = worked ? worked->unitedWith(trace.range(span)) : trace.range(span);
    }
    const TimeRange range = query.range ? *query.range : worked.value_or(TimeRange{});
    steps.push_back({.range = range, .hostBegin = range.begin, .length = range.length()});
  }
  leaveOutUnrecorded(timeline, trace, activities, steps);
  if (!query.asked && !query.steps.empty()) {
    leaveOutWarmUp(timeline, steps);
    if (areRounds) {
      leaveOutOutliers(timeline, steps);
    }
  }
  timeline.window = IntervalUnion(rangesOf(steps));
  std::vector<bool> isIn(query.steps.size());
  for (const DeviceStep& step : steps) {
    if (!isIn.empty()) {
      isIn[step.number] = true;
      timeline.steps.push_back(step.length);
      timeline.unknown += step.unknown;
    }
  }
  return isIn;
}

/// The work to analyze: that of steps, or what runs in a range.
struct AnalysisScope {
  std::vector<SpanId> activities;         // activities of the device by start
  std::span<const std::uint32_t> stepOf;  // `stepOfActivities`, indexed by span
  std::vector<bool> steps;                // steps in the window, by position; empty for a range

  [[nodiscard]] bool contains(SpanId one) const {
    const std::uint32_t step = steps.empty() ? noStep : stepOf[index(one)];
    return steps.empty() || (step != noStep && steps[step]);
  }
  /// Steps have their work as a whole.
  [[nodiscard]] Duration lengthOf(const Trace& trace, const IntervalUnion& window, SpanId one) const {
    return steps.empty() ? window.lengthWithin(trace.range(one)) : trace.duration(one);
  }
};

/// Work besides `pieces` that hides what runs at the same time.
struct OtherActivity {
  SpanId span = SpanId::none;
  bool communicates = false;
};

/// Adds up the time in which work ran alone.
class ExposedTime {
 public:
  ExposedTime(DeviceTimeline& timeline, std::span<const OtherActivity> others)
      : m_timeline(timeline), m_others(others) {}

  void run(const Trace& trace) {
    struct Change {
      Time time;
      bool begins = false;
      std::size_t piece = 0;
    };
    std::vector<Change> changes;
    for (std::size_t i = 0; i < m_timeline.pieces.size() + m_others.size(); ++i) {
      const TimeRange range = trace.range(activityAt(i).span);
      if (!range.isEmpty()) {
        changes.push_back({range.begin, true, i});
        changes.push_back({range.end, false, i});
      }
    }
    std::ranges::stable_sort(changes, {}, &Change::time);
    Time reached;
    for (const Change& change : changes) {
      if (change.time > reached) {
        count({reached, change.time});
      }
      reached = change.time;
      note(trace, change.piece, change.begins);
    }
  }

 private:
  /// Pieces, then the others.
  [[nodiscard]] OtherActivity activityAt(std::size_t number) const {
    const std::vector<TimelinePiece>& pieces = m_timeline.pieces;
    return number < pieces.size() ? OtherActivity{pieces[number].span, pieces[number].communicates}
                                  : m_others[number - pieces.size()];
  }

  void note(const Trace& trace, std::size_t number, bool begins) {
    const OtherActivity work = activityAt(number);
    if (!work.communicates) {
      Running& running = trace.kind(work.span) == SpanKind::Kernel ? m_computing : m_copying;
      running.count += begins ? 1 : -1;
      running.sum += begins ? number : -number;
    } else if (begins) {
      m_communicating.insert(number);
    } else {
      m_communicating.erase(number);
    }
  }

  /// Communication is exposed as in `DeviceTimes`: copies at the same time hide none.
  void count(TimeRange range) {
    const std::size_t others = m_computing.count + m_copying.count;
    if (others + m_communicating.size() == 0) {
      return;
    }
    const Duration length = m_timeline.window.lengthWithin(range);
    m_timeline.busy += length;
    if (m_computing.count == 0 && !m_communicating.empty()) {
      give(*m_communicating.begin(), length);
    } else if (others == 1 && m_communicating.empty()) {
      give(m_computing.sum + m_copying.sum, length);
    }
  }

  void give(std::size_t number, Duration length) {
    if (number < m_timeline.pieces.size()) {
      m_timeline.pieces[number].left += length;
    }
  }

  /// Work that runs at a time.
  struct Running {
    std::size_t count = 0;
    std::size_t sum = 0;  ///< sum of its numbers: the number itself if there is only one
  };

  DeviceTimeline& m_timeline;
  std::span<const OtherActivity> m_others;
  Running m_computing;
  Running m_copying;
  std::set<std::size_t> m_communicating;
};

/// Adds the activities; returns other work in the window.
std::vector<OtherActivity> addPieces(DeviceTimeline& timeline, const Trace& trace, const WorkMeter& meter,
                                     const AnalysisScope& scope) {
  CommunicationNames names(trace);
  std::map<TrackId, std::vector<std::size_t>> streams;
  std::vector<OtherActivity> others;
  for (const SpanId span : scope.activities) {
    const bool communicates = trace.kind(span) == SpanKind::Kernel && names.contains(trace.name(span));
    if (!scope.contains(span)) {
      others.push_back({.span = span, .communicates = communicates});
      continue;
    }
    const Duration inside = scope.lengthOf(trace, timeline.window, span);
    if (inside.ns <= 0) {
      continue;
    }
    const double share = static_cast<double>(inside.ns) / static_cast<double>(trace.duration(span).ns);
    const WorkFigures figures = meter.of(span);
    const double recoverable = figures.recoverableNs * share;
    streams[trace.trackOf(span)].push_back(timeline.pieces.size());
    timeline.pieces.push_back({.span = span,
                               .communicates = communicates,
                               .isModeled = figures.modeledCount > 0,
                               .hasRoofline = figures.rooflineCount > 0,
                               .inside = inside,
                               .left = {},
                               .recoverable = {std::llround(std::floor(recoverable))},
                               .insideShare = share});
  }
  for (auto& [track, positions] : streams) {
    timeline.streams.push_back(std::move(positions));
  }
  return others;
}

void addGaps(DeviceTimeline& timeline, const DeviceIdle& idle) {
  const std::span<const TimeRange> window = timeline.window.intervals();
  std::size_t at = 0;
  for (const IdleInterval& interval : idle.intervals) {
    while (at < window.size() && window[at].end <= interval.range.begin) {
      ++at;
    }
    for (std::size_t i = at; i < window.size() && window[i].begin < interval.range.end; ++i) {
      IdleInterval inside = interval;
      inside.range = interval.range.clippedTo(window[i]);
      timeline.gaps.push_back({.idle = inside});
    }
  }
}

/// Rounds of a device have no span that says so.
FoundSteps stepsOf(const AdviceQuery& query) {
  FoundSteps found;
  found.steps.assign(query.steps.begin(), query.steps.end());
  found.isOnDevice = std::ranges::any_of(found.steps, [](const Step& step) { return step.span == SpanId::none; });
  return found;
}

}  // namespace

Duration TimelinePiece::claim(Duration wanted) {
  const Duration taken = std::clamp(wanted, Duration{}, left);
  left = left - taken;
  return taken;
}

Duration TimelinePiece::claimRecoverable(Duration wanted) {
  const Duration taken = claim(std::min(wanted, recoverable));
  recoverable = recoverable - taken;
  return taken;
}

DeviceTimeline::Gaps DeviceTimeline::gapsBefore(Time start) const {
  const auto end = std::ranges::upper_bound(gaps, start, {}, [](const TimelineGap& gap) { return gap.idle.range.end; });
  auto first = end;
  Time begin = start;
  while (first != gaps.begin() && std::prev(first)->idle.range.end == begin) {
    --first;
    begin = first->idle.range.begin;
  }
  return {.first = static_cast<std::size_t>(first - gaps.begin()), .end = static_cast<std::size_t>(end - gaps.begin())};
}

Duration DeviceTimeline::claimLaunchGaps(Time start) {
  Duration claimed;
  const auto [first, end] = gapsBefore(start);
  for (TimelineGap& gap : std::span(gaps).subspan(first, end - first)) {
    if (!gap.isClaimed && (isLaunchGap(gap.idle) || gap.idle.cause == IdleCause::GraphGap)) {
      gap.isClaimed = true;
      claimed += gap.idle.range.length();
    }
  }
  return claimed;
}

bool isLaunchGap(const IdleInterval& idle) {
  // Usual Python time between two launches in models of today; longer gaps have a cause of their own.
  constexpr Duration maxGap{250'000};
  switch (idle.cause) {
    case IdleCause::HostBound:
      return !idle.followsSync && idle.next != SpanId::none && idle.range.length() <= maxGap;
    case IdleCause::LaunchLatency:
    case IdleCause::InterKernelGap:
      return true;
    default:
      return false;
  }
}

bool isOfHost(IdleCause cause) {
  return cause == IdleCause::HostBound || cause == IdleCause::Synchronization || cause == IdleCause::Memcpy ||
         cause == IdleCause::LaunchLatency;
}

std::vector<DeviceTimeline> deviceTimelines(const Trace& trace, const WorkMeter& meter, const AdviceQuery& query,
                                            const std::stop_token& stop) {
  const std::vector<DeviceTracks> devices = deviceTracks(trace);
  std::vector<DeviceTimeline> timelines(devices.size());
  std::optional<TimeRange> range = query.steps.empty() ? query.range : std::nullopt;
  const std::vector<std::uint32_t> stepOf =
      query.steps.empty() ? std::vector<std::uint32_t>() : stepOfActivities(trace, stepsOf(query), stop);
  std::vector<AnalysisScope> scopes(devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    scopes[i] = {.activities = activitiesByStart(trace, devices[i]), .stepOf = stepOf, .steps = {}};
    scopes[i].steps = setWindow(timelines[i], trace, devices[i], scopes[i].activities, query);
    for (const TimeRange& step : timelines[i].window.intervals()) {
      range = query.steps.empty() ? range : range ? range->unitedWith(step) : step;
    }
  }
  std::vector<DeviceIdle> idle;
  inParallel([&] { idle = idleCauses(trace, {.range = range}, stop); },
             [&] {
               for (std::size_t i = 0; i < devices.size() && !stop.stop_requested(); ++i) {
                 const std::vector<OtherActivity> others = addPieces(timelines[i], trace, meter, scopes[i]);
                 ExposedTime(timelines[i], others).run(trace);
               }
             });
  Duration busiest;
  for (std::size_t i = 0; i < devices.size() && i < idle.size() && !stop.stop_requested(); ++i) {
    addGaps(timelines[i], idle[i]);
    busiest = std::max(busiest, timelines[i].busy);
  }
  constexpr std::int64_t minBusyShareInverse = 10;
  std::erase_if(timelines, [&](const DeviceTimeline& one) { return one.busy.ns <= busiest.ns / minBusyShareInverse; });
  return timelines;
}

}  // namespace kernline
