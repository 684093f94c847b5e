// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_figures.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_rows.h"
#include "core/analysis/steps/host_phases.h"
#include "core/analysis/steps/step_inference.h"
#include "core/analysis/steps/work_phases.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace kernline {

namespace {

/// What keeps a device busy, the first before the others where several run at once.
enum class WorkClass : std::uint8_t { Compute, Communication, Copy };
constexpr std::size_t classCount = 3;
constexpr std::size_t unionCount = classCount * stepPhaseCount;
using Unions = std::array<IntervalUnion, unionCount>;

constexpr std::size_t placeOf(WorkClass kind, StepPhase phase) {
  return static_cast<std::size_t>(kind) * stepPhaseCount + static_cast<std::size_t>(phase);
}

/// A stretch in which a device works for one phase.
struct Stretch {
  TimeRange range;
  StepPhase phase = StepPhase::Other;
  bool communicates = false;
};

/// What one device did, in time order, nothing overlapping.
struct DeviceStretches {
  DeviceRows rows;
  std::vector<Stretch> stretches;
};

Unions unionsOfLane(const Trace& trace, const Lane& lane, const WorkPhases& phases, CommunicationNames& communication) {
  Unions unions;
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const SpanId span{i};
    if (!isCountedWork(trace, span)) {
      continue;
    }
    const bool isKernel = trace.kind(span) == SpanKind::Kernel;
    const WorkClass kind = !isKernel                                  ? WorkClass::Copy
                           : communication.contains(trace.name(span)) ? WorkClass::Communication
                                                                      : WorkClass::Compute;
    unions[placeOf(kind, phases.phase[i])].append(trace.range(span));
  }
  return unions;
}

/// Leaves each moment to the first that has it, in time order.
std::vector<Stretch> stretchesOf(std::array<std::vector<IntervalUnion>, unionCount> lanes) {
  std::vector<Stretch> made;
  IntervalUnion taken;
  for (std::size_t place = 0; place < unionCount; ++place) {
    const IntervalUnion all = unionOfAll(std::move(lanes[place]));
    if (all.isEmpty()) {
      continue;
    }
    const IntervalUnion own = all.minus(taken);
    taken = taken.unitedWith(all);
    const auto phase = static_cast<StepPhase>(place % stepPhaseCount);
    const bool communicates = place / stepPhaseCount == static_cast<std::size_t>(WorkClass::Communication);
    for (const TimeRange range : own.intervals()) {
      made.push_back({range, phase, communicates});
    }
  }
  std::ranges::sort(made, {}, [](const Stretch& stretch) { return stretch.range.begin; });
  return made;
}

std::vector<DeviceStretches> deviceStretches(const Trace& trace, const WorkPhases& phases,
                                             const std::stop_token& stop) {
  std::vector<DeviceStretches> devices;
  CommunicationNames communication{trace};
  for (DeviceRows& rows : deviceRows(trace)) {
    std::array<std::vector<IntervalUnion>, unionCount> lanes;
    for (const TrackId t : rows.tracks) {
      const Track& track = trace.track(t);
      for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        if (stop.stop_requested()) {
          return {};
        }
        Unions unions = unionsOfLane(trace, trace.lanes()[lane], phases, communication);
        for (std::size_t place = 0; place < unionCount; ++place) {
          if (!unions[place].isEmpty()) {
            lanes[place].push_back(std::move(unions[place]));
          }
        }
      }
    }
    devices.push_back({.rows = std::move(rows), .stretches = stretchesOf(std::move(lanes))});
  }
  return devices;
}

/// Adds up a step; all phases, whether they have anything or not.
class StepSum {
 public:
  explicit StepSum(StepFigures& figures) : m_figures(figures) {
    for (std::size_t p = 0; p < stepPhaseCount; ++p) {
      m_phases[p].phase = static_cast<StepPhase>(p);
    }
  }

  PhaseFigures& of(StepPhase phase) { return m_phases[static_cast<std::size_t>(phase)]; }

  void add(StepPhase phase, const MemoryEvent& event) { m_memory.add(phase, event); }

  /// What a device did within the step.
  void add(const DeviceStretches& device) {
    const TimeRange range = m_figures.step.range;
    auto at = std::ranges::upper_bound(device.stretches, range.begin, {},
                                       [](const Stretch& stretch) { return stretch.range.end; });
    if (at == device.stretches.end() || at->range.begin >= range.end) {
      return;  // a device that has nothing to do with the step is not idle in it
    }
    Time done = range.begin;
    for (; at != device.stretches.end() && at->range.begin < range.end; ++at) {
      addStretch(*at, at->range.clippedTo(range), done);
      done = std::min(at->range.end, range.end);
    }
    addIdle(StepPhase::Other, range.end - done);
  }

  void finish() {
    for (PhaseFigures& phase : m_phases) {
      phase.memory = m_memory.of(phase.phase);
      addPeaks(phase);
      if (phase.device.ns > 0 || phase.idle.ns > 0 || phase.exposedCommunication.ns > 0 || phase.launched.ns > 0 ||
          !phase.memory.empty()) {
        m_figures.phases.push_back(std::move(phase));
      }
    }
  }

 private:
  void addStretch(const Stretch& stretch, TimeRange inside, Time done) {
    const StepPhase owner = stretch.communicates ? StepPhase::Communication : stretch.phase;
    of(owner).device += inside.length();
    m_figures.device += inside.length();
    addIdle(owner, inside.begin - done);
    if (stretch.communicates) {
      of(stretch.phase).exposedCommunication += inside.length();
      m_figures.exposedCommunication += inside.length();
    }
  }

  void addPeaks(const PhaseFigures& phase) {
    for (const PhaseMemory& memory : phase.memory) {
      if (memory.holdsPeak && m_figures.peakBytes < memory.peakBytes) {
        m_figures.peakBytes = memory.peakBytes;
        m_figures.peakPhase = phase.phase;
      }
    }
  }

  void addIdle(StepPhase phase, Duration idle) {
    of(phase).idle += idle;
    m_figures.idle += idle;
  }

  StepFigures& m_figures;
  std::array<PhaseFigures, stepPhaseCount> m_phases;
  PhaseMemorySum m_memory;
};

/// Device time of what each step launched: of all, then of each phase.
class LaunchedTimes {
 public:
  LaunchedTimes(const Trace& trace, const std::vector<DeviceStretches>& devices, const WorkPhases& phases,
                std::size_t steps)
      : m_sums(steps) {
    CommunicationNames communication{trace};
    for (const DeviceStretches& device : devices) {
      std::vector<Ends> done(steps);
      for (const SpanId work : workByStart(trace, device.rows)) {
        const std::uint32_t step = phases.step[index(work)];
        if (step == noStep) {
          continue;
        }
        const bool communicates = trace.kind(work) == SpanKind::Kernel && communication.contains(trace.name(work));
        const StepPhase phase = communicates ? StepPhase::Communication : phases.phase[index(work)];
        for (const std::size_t place : {ofAll, static_cast<std::size_t>(phase)}) {
          add(trace.range(work), m_sums[step][place], done[step][place]);
        }
      }
    }
  }

  [[nodiscard]] Duration of(std::size_t step) const { return m_sums[step][ofAll]; }
  [[nodiscard]] Duration of(std::size_t step, StepPhase phase) const {
    return m_sums[step][static_cast<std::size_t>(phase)];
  }

 private:
  static constexpr std::size_t ofAll = stepPhaseCount;
  using Ends = std::array<std::optional<Time>, stepPhaseCount + 1>;

  /// Ranges come by start.
  static void add(TimeRange range, Duration& sum, std::optional<Time>& done) {
    const Time begin = done ? std::max(range.begin, *done) : range.begin;
    sum += std::max(Duration{}, range.end - begin);
    done = std::max(begin, range.end);
  }

  std::vector<std::array<Duration, stepPhaseCount + 1>> m_sums;
};

bool isOfStep(const Trace& trace, const Step& step, const DeviceRows& device, bool isOnDevice) {
  if (isOnDevice) {
    return step.process == device.process;
  }
  const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
  return rank < 0 || device.rank < 0 || rank == device.rank;
}

/// What the allocator said within the step.
void addMemory(const Trace& trace, const HostPhases& host, Time firstBackward, const StepFigures& figures,
               StepSum& sum) {
  const std::span<const MemoryEvent> events = trace.memoryEvents();
  const TimeRange range = figures.step.range;
  for (auto at = std::ranges::lower_bound(events, range.begin, {}, &MemoryEvent::time);
       at != events.end() && at->time < range.end; ++at) {
    if (at->device < 0) {
      continue;
    }
    const std::int32_t own = figures.step.process == ProcessId::none ? -1 : trace.process(figures.step.process).rank;
    const ProcessId process = at->track == TrackId::none ? ProcessId::none : trace.track(at->track).process;
    const std::int32_t rank = process == ProcessId::none ? -1 : trace.process(process).rank;
    if (own >= 0 && rank >= 0 && own != rank) {
      continue;
    }
    StepPhase phase = host.at(at->track, at->time);
    if (figures.inference) {
      phase = phase == StepPhase::Sampling ? phase : phaseOf(figures.inference->kind);
    } else if (phase == StepPhase::Other && firstBackward.ns != INT64_MAX && at->time < firstBackward) {
      phase = StepPhase::Forward;
    }
    sum.add(phase, *at);
  }
}

}  // namespace

std::vector<StepFigures> stepFigures(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  const std::vector<std::optional<InferenceIteration>> inference = inferenceOf(trace, steps);
  const WorkPhases phases = workPhases(trace, steps, inference, stop);
  const std::vector<DeviceStretches> devices = deviceStretches(trace, phases, stop);
  const LaunchedTimes launched{trace, devices, phases, steps.steps.size()};
  const std::optional<HostPhases> host =
      trace.memoryEvents().empty() ? std::optional<HostPhases>{} : HostPhases{trace, stop};
  std::map<ProcessId, std::size_t> counts;
  std::vector<StepFigures> made;
  for (std::size_t i = 0; i < steps.steps.size(); ++i) {
    if (stop.stop_requested()) {
      return {};
    }
    StepFigures& figures = made.emplace_back();
    figures.step = steps.steps[i];
    figures.index = counts[figures.step.process]++;
    figures.launched = launched.of(i);
    figures.inference = inference[i];
    StepSum sum{figures};
    for (const DeviceStretches& device : devices) {
      if (isOfStep(trace, figures.step, device.rows, steps.isOnDevice)) {
        sum.add(device);
      }
    }
    if (host) {
      addMemory(trace, *host, phases.firstBackward[i], figures, sum);
    }
    for (std::size_t p = 0; p < stepPhaseCount; ++p) {
      const auto phase = static_cast<StepPhase>(p);
      sum.of(phase).launched = launched.of(i, phase);
    }
    sum.finish();
  }
  return made;
}

}  // namespace kernline
