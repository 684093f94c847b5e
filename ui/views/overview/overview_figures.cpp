// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/overview_figures.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/read_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {
namespace {

Error stopped() {
  return {Error::Kind::Canceled, Phrase::tr("Stopped.")};
}

/// The element for the same device, or an empty one.
template <typename Element>
Element takeOf(std::vector<Element>& elements, const DeviceTracks& rows) {
  const auto found =
      std::ranges::find_if(elements, [&](const Element& e) { return e.rank == rows.rank && e.device == rows.device; });
  return found == elements.end() ? Element{} : std::move(*found);
}

PartStretches stretchesOf(const TimeBreakdown& breakdown, TimeRange range, std::int32_t rank) {
  PartStretches stretches;
  for (std::size_t part = 0; part < timeCategoryCount; ++part) {
    stretches[part] = breakdown.longestStretch(static_cast<TimeCategory>(part), range, rank);
  }
  return stretches;
}

std::array<CauseGaps, idleCauseCount> gapsOf(const DeviceIdle& idle) {
  std::array<CauseGaps, idleCauseCount> gaps{};
  for (const IdleInterval& interval : idle.intervals) {
    CauseGaps& own = gaps[static_cast<std::size_t>(interval.cause)];
    ++own.count;
    if (own.longest == nullptr || interval.range.length() > own.longest->range.length()) {
      own.longest = &interval;
    }
  }
  return gaps;
}

/// Returns the steps of a rank; of StepParts or StepStats.
template <typename Steps>
Steps stepsOfRank(const Trace& trace, const Steps& steps, std::int32_t rank) {
  Steps own;
  std::ranges::copy_if(steps, std::back_inserter(own), [&](const auto& figures) {
    const ProcessId process = figures.step.process;
    const std::int32_t of = process == ProcessId::none ? -1 : trace.process(process).rank;
    return rank < 0 || of < 0 || of == rank;
  });
  return own;
}

/// Removes what is of steps outside of a range, as the timeline shows them. `all`: by step.
template <class OfStep>
void keepStepsOf(std::vector<OfStep>& all, const FoundSteps& found, TimeRange range) {
  std::vector<OfStep> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (found.timeOf(i).overlaps(range)) {
      kept.push_back(std::move(all[i]));
    }
  }
  all = std::move(kept);
}

/// Returns the idle time of all devices in `range`; that of the whole trace is shared with other panels.
std::vector<DeviceIdle> idleIn(const std::shared_ptr<const Trace>& trace, std::optional<TimeRange> range,
                               const std::stop_token& stop) {
  if (range) {
    return idleCauses(*trace, {.range = range}, stop);
  }
  const std::shared_ptr<const std::vector<DeviceIdle>> all = causesOf(trace)->idle(stop);
  return all ? *all : std::vector<DeviceIdle>();
}

}  // namespace

Expected<std::shared_ptr<const OverviewFigures>> makeOverviewFigures(std::shared_ptr<const Trace> trace,
                                                                     std::shared_ptr<const FoundSteps> steps,
                                                                     std::optional<TimeRange> range,
                                                                     const std::stop_token& stop) {
  auto figures = std::make_shared<OverviewFigures>();
  figures->trace = std::move(trace);
  figures->found = std::move(steps);
  const Trace& t = *figures->trace;
  if (!range && t.readWindow()) {
    range = t.readWindow()->read;
  }
  figures->range = range.value_or(t.bounds());
  figures->isLimited = range.has_value();
  std::vector<DeviceActivity> activities;
  std::vector<DeviceIdle> idle;
  TimeBreakdown breakdown;
  inParallel(
      [&] {
        activities = deviceActivity(t, range, stop);
        idle = idleIn(figures->trace, range, stop);
      },
      [&] { breakdown = TimeBreakdown::of(t, stop); });
  if (stop.stop_requested()) {
    return std::unexpected(stopped());
  }
  figures->steps = stepBreakdown(t, breakdown, figures->found->steps);
  keepStepsOf(figures->steps, *figures->found, figures->range);
  const TimeRange known = t.readWindow() ? t.readWindow()->read : TimeRange::always();
  std::erase_if(figures->steps,
                [&](const StepParts& step) { return step.step.range.clippedTo(known) != step.step.range; });
  figures->parts = breakdown.within(figures->range, breakdown.ranks().front());
  figures->stretches = stretchesOf(breakdown, figures->range, breakdown.ranks().front());
  const std::vector<UnrecordedActivity> unrecorded =
      range ? std::vector<UnrecordedActivity>() : unrecordedActivity(t, stop);
  std::vector<DeviceTracks> devices = deviceTracks(t);
  figures->devices.reserve(devices.size());  // gaps point into them
  for (DeviceTracks& rows : devices) {
    DeviceFigures& device = figures->devices.emplace_back();
    device.activity = takeOf(activities, rows);
    device.idle = takeOf(idle, rows);
    device.gaps = gapsOf(device.idle);
    device.hostCauses = hostCauses(t, device.idle);
    if (const auto at = std::ranges::find(unrecorded, rows.process, &UnrecordedActivity::process);
        at != unrecorded.end()) {
      device.unrecorded = *at;
    }
    device.work = kernelSummary(t, rows, range);
    device.queue = queueFigures(queueDepth(t, rows), device.work.range);
    device.parts = breakdown.within(figures->range, rows.rank);
    device.stretches = stretchesOf(breakdown, figures->range, rows.rank);
    device.steps = stepsOfRank(t, figures->steps, rows.rank);
    device.rows = std::move(rows);
    if (stop.stop_requested()) {
      return std::unexpected(stopped());
    }
  }
  return figures;
}

Expected<std::shared_ptr<const DeviceNotes>> makeDeviceNotes(const std::shared_ptr<const Trace>& trace,
                                                             const std::stop_token& stop) {
  auto notes = std::make_shared<DeviceNotes>();
  std::vector<DeviceIdle> idle = idleIn(trace, {}, stop);
  for (const DeviceTracks& rows : deviceTracks(*trace)) {
    if (stop.stop_requested()) {
      return std::unexpected(stopped());
    }
    notes->devices.push_back({.process = rows.process,
                              .idle = IdleNotes(takeOf(idle, rows).intervals),
                              .queue = QueueNotes(queueDepth(*trace, rows))});
  }
  return notes;
}

Expected<std::shared_ptr<const DeviceShapes>> readDeviceShapes(const Trace& trace, const std::stop_token& stop) {
  const ReadWatch reading(trace);
  auto shapes = std::make_shared<DeviceShapes>();
  for (const DeviceTracks& rows : deviceTracks(trace)) {
    shapes->push_back(readLaunchShapes(trace, rows, defaultThreads(), maxShapesRead, stop));
  }
  if (stop.stop_requested()) {
    return std::unexpected(stopped());
  }
  if (auto missed = reading.missed()) {
    return std::unexpected(std::move(*missed));
  }
  return shapes;
}

Expected<DevicePhases> makeDevicePhases(const OverviewFigures& figures, const std::stop_token& stop) {
  const Trace& trace = *figures.trace;
  DevicePhases phases;
  phases.steps = stepStats(trace, *figures.found, stop);
  if (!figures.isLimited) {
    const std::shared_ptr<const ReplayedRun> run = causesOf(figures.trace)->replayedRun(stop);
    if (const auto without = causesOf(figures.trace)->withoutProfiler(stop)) {
      phases.withoutProfiler = without->step;
      phases.idleWithoutProfiler = without->idle;
    }
    if (run && phases.withoutProfiler) {
      for (const TimeRange& step : run->run({}, KeptMoments::None, stop).steps) {
        phases.undisturbed.push_back(step.length());
      }
    }
  }
  keepStepsOf(phases.steps, *figures.found, figures.range);
  for (const DeviceFigures& device : figures.devices) {
    std::vector<PhaseSum> sums = phaseSums(trace, stepsOfRank(trace, phases.steps, device.rows.rank));
    std::erase_if(sums, [](const PhaseSum& sum) {  // all it launched ran elsewhere
      return sum.device.ns == 0 && sum.idle.ns == 0 && sum.memory.empty();
    });
    phases.ofDevices.push_back(std::make_shared<const std::vector<PhaseSum>>(std::move(sums)));
  }
  if (stop.stop_requested()) {
    return std::unexpected(stopped());
  }
  return phases;
}

namespace {

/// Returns the position of each of these steps among those of the phases; empty if one is missing.
std::vector<std::size_t> placesOf(const DevicePhases& phases, const std::vector<StepParts>& steps) {
  std::vector<std::size_t> places;
  auto at = phases.steps.begin();
  for (const StepParts& parts : steps) {
    at = std::find_if(at, phases.steps.end(), [&](const StepStats& figures) {
      return figures.step.process == parts.step.process && figures.step.range == parts.step.range;
    });
    if (at == phases.steps.end()) {
      return {};
    }
    places.push_back(static_cast<std::size_t>(at - phases.steps.begin()));
  }
  return places;
}

}  // namespace

std::vector<StepStats> figuresOf(const DevicePhases& phases, const std::vector<StepParts>& steps) {
  std::vector<StepStats> chosen;
  for (const std::size_t place : placesOf(phases, steps)) {
    chosen.push_back(phases.steps[place]);
  }
  return chosen;
}

std::vector<Duration> undisturbedOf(const DevicePhases& phases, const std::vector<StepParts>& steps) {
  std::vector<Duration> chosen;
  if (phases.undisturbed.size() == phases.steps.size()) {  // not of a part of the trace
    for (const std::size_t place : placesOf(phases, steps)) {
      chosen.push_back(phases.undisturbed[place]);
    }
  }
  return chosen;
}

std::vector<SmUse> makeSmUse(const OverviewFigures& figures, const DeviceShapes& shapes) {
  std::vector<SmUse> use;
  for (std::size_t i = 0; i < figures.devices.size() && i < shapes.size(); ++i) {
    use.push_back(smUse(*figures.trace, shapes[i], figures.devices[i].work.range));
  }
  return use;
}

}  // namespace kernline::ui
