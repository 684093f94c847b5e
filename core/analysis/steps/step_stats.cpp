// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_stats.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/steps/activity_phases.h"
#include "core/analysis/steps/device_progress.h"
#include "core/analysis/steps/host_phases.h"
#include "core/analysis/steps/step_inference.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Kinds of work that keep a device busy; of several at once, the first counts.
enum class WorkClass : std::uint8_t { Compute, Communication, Copy };

/// A stretch in which a device works for one phase of one step.
struct Stretch {
  TimeRange range;
  StepPhase phase = StepPhase::Other;
  bool communicates = false;
  std::uint32_t step = noStep;  ///< step that the work belongs to

  /// The stretch of `more` goes on where this one ends.
  [[nodiscard]] bool isContinuedBy(const Stretch& more) const {
    return range.end == more.range.begin && phase == more.phase && communicates == more.communicates &&
           step == more.step;
  }
};

/// Work of one device, in time order, without overlaps.
struct DeviceStretches {
  DeviceTracks rows;
  std::vector<Stretch> stretches;
  /// Start of the first work, if it was launched long before: the device did earlier work, which is not recorded.
  std::optional<Time> busyBefore;
};

/// Gives each moment of a device to the first of what runs: by class, phase and step.
class MomentsOfDevice {
 public:
  MomentsOfDevice(const Trace& trace, const ActivityPhases& phases, CommunicationNames& communication)
      : m_trace(trace), m_phases(phases), m_communication(communication) {}

  /// `activities` by start.
  std::vector<Stretch> of(std::span<const SpanId> activities) {
    std::size_t next = 0;
    Time now;
    while (next < activities.size() || !m_running.empty()) {
      now = m_running.empty() ? m_trace.start(activities[next]) : now;
      for (; next < activities.size() && m_trace.start(activities[next]) <= now; ++next) {
        m_running.push(runningOf(activities[next]));
      }
      while (!m_running.empty() && m_running.top().end <= now) {
        m_running.pop();
      }
      if (m_running.empty()) {
        continue;
      }
      const Time end = next < activities.size() ? std::min(m_running.top().end, m_trace.start(activities[next]))
                                                : m_running.top().end;
      add({.range = {now, end},
           .phase = m_running.top().phase,
           .communicates = m_running.top().kind == WorkClass::Communication,
           .step = m_running.top().step});
      now = end;
    }
    return std::move(m_made);
  }

 private:
  struct Running {
    WorkClass kind = WorkClass::Compute;
    StepPhase phase = StepPhase::Other;
    std::uint32_t step = noStep;
    Time end;

    [[nodiscard]] bool operator<(const Running& other) const {  // the first is on top
      return std::tie(other.kind, other.phase, other.step) < std::tie(kind, phase, step);
    }
  };

  [[nodiscard]] Running runningOf(SpanId activity) {
    const bool isKernel = m_trace.kind(activity) == SpanKind::Kernel;
    const WorkClass kind = !isKernel                                          ? WorkClass::Copy
                           : m_communication.contains(m_trace.name(activity)) ? WorkClass::Communication
                                                                              : WorkClass::Compute;
    return {.kind = kind,
            .phase = m_phases.phase[index(activity)],
            .step = m_phases.step[index(activity)],
            .end = m_trace.end(activity)};
  }

  void add(const Stretch& stretch) {
    if (!m_made.empty() && m_made.back().isContinuedBy(stretch)) {
      m_made.back().range.end = stretch.range.end;
    } else {
      m_made.push_back(stretch);
    }
  }

  const Trace& m_trace;
  const ActivityPhases& m_phases;
  CommunicationNames& m_communication;
  std::priority_queue<Running> m_running;
  std::vector<Stretch> m_made;
};

std::vector<DeviceStretches> deviceStretches(const Trace& trace, const ActivityPhases& phases,
                                             const std::stop_token& stop) {
  std::vector<DeviceStretches> devices;
  CommunicationNames communication{trace};
  for (DeviceTracks& rows : deviceTracks(trace)) {
    if (stop.stop_requested()) {
      return {};
    }
    const std::vector<SpanId> activities = activitiesByStart(trace, rows);
    devices.push_back({.rows = std::move(rows),
                       .stretches = MomentsOfDevice{trace, phases, communication}.of(activities),
                       .busyBefore = activities.empty() ? std::nullopt : startOfQueued(trace, activities.front())});
  }
  return devices;
}

/// Adds up a step; all phases, whether they have anything or not.
class StepSum {
 public:
  explicit StepSum(StepStats& figures) : m_figures(figures) {
    for (std::size_t p = 0; p < stepPhaseCount; ++p) {
      m_phases[p].phase = static_cast<StepPhase>(p);
    }
  }

  PhaseFigures& of(StepPhase phase) { return m_phases[static_cast<std::size_t>(phase)]; }

  void add(StepPhase phase, const MemoryEvent& event) { m_memory.add(phase, event); }

  /// Adds work that a device did for the step, at any time.
  void addActivity(const Stretch& stretch) {
    const Duration length = stretch.range.length();
    const StepPhase owner = ownerOf(stretch);
    of(owner).device += length;
    m_figures.device += length;
    if (stretch.communicates) {
      of(stretch.phase).exposedCommunication += length;
      m_figures.exposedCommunication += length;
    }
  }

  /// Adds the time within the step in which a device was idle.
  void addIdleOf(const DeviceStretches& device) {
    const TimeRange range = m_figures.onDevice;
    auto at = std::ranges::upper_bound(device.stretches, range.begin, {},
                                       [](const Stretch& stretch) { return stretch.range.end; });
    if (at == device.stretches.end() || at->range.begin >= range.end) {
      return;  // a device without work for the step is not idle in it
    }
    if (const Time begin = m_figures.step.range.begin; device.busyBefore && begin < *device.busyBefore) {
      m_figures.unrecorded = std::max(m_figures.unrecorded, *device.busyBefore - begin);
    }
    Time done = device.busyBefore ? std::max(range.begin, *device.busyBefore) : range.begin;
    for (; at != device.stretches.end() && at->range.begin < range.end; ++at) {
      const TimeRange inside = at->range.clippedTo(range);
      addIdle(ownerOf(*at), inside.begin - done);
      done = inside.end;
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
  static StepPhase ownerOf(const Stretch& stretch) {
    return stretch.communicates ? StepPhase::Communication : stretch.phase;
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

  StepStats& m_figures;
  std::array<PhaseFigures, stepPhaseCount> m_phases;
  PhaseMemorySum m_memory;
};

/// Device time of all work of each step, by phase and by kind, even if it overlaps with other work.
class LaunchedTimes {
 public:
  LaunchedTimes(const Trace& trace, const std::vector<DeviceStretches>& devices, const ActivityPhases& phases,
                std::size_t steps)
      : m_sums(steps), m_kernels(steps) {
    CommunicationNames communication{trace};
    for (const DeviceStretches& device : devices) {
      std::vector<Ends> done(steps);
      for (const SpanId activity : activitiesByStart(trace, device.rows)) {
        const std::uint32_t step = phases.step[index(activity)];
        if (step == noStep) {
          continue;
        }
        const SpanKind kind = trace.kind(activity);
        const bool communicates = kind == SpanKind::Kernel && communication.contains(trace.name(activity));
        const StepPhase phase = communicates ? StepPhase::Communication : phases.phase[index(activity)];
        m_kernels[step] += kind == SpanKind::Kernel ? 1 : 0;
        for (const std::size_t place : {static_cast<std::size_t>(phase), placeOf(kind), ofAll}) {
          add(trace.range(activity), m_sums[step][place], done[step][place]);
        }
      }
    }
  }

  [[nodiscard]] Duration of(std::size_t step, StepPhase phase) const {
    return m_sums[step][static_cast<std::size_t>(phase)];
  }
  [[nodiscard]] LaunchedActivityTimes of(std::size_t step) const {
    return {.all = m_sums[step][ofAll],
            .kernel = m_sums[step][placeOf(SpanKind::Kernel)],
            .memcpy = m_sums[step][placeOf(SpanKind::Memcpy)],
            .memset = m_sums[step][placeOf(SpanKind::Memset)],
            .communication = of(step, StepPhase::Communication),
            .kernels = m_kernels[step]};
  }

 private:
  static constexpr std::size_t ofAll = stepPhaseCount + 3;
  using Ends = std::array<std::optional<Time>, ofAll + 1>;

  /// Returns the place of a kind, behind the phases.
  static std::size_t placeOf(SpanKind kind) {
    return stepPhaseCount + (kind == SpanKind::Kernel ? 0 : kind == SpanKind::Memcpy ? 1 : 2);
  }

  /// Ranges come by start.
  static void add(TimeRange range, Duration& sum, std::optional<Time>& done) {
    const Time begin = done ? std::max(range.begin, *done) : range.begin;
    sum += std::max(Duration{}, range.end - begin);
    done = std::max(begin, range.end);
  }

  std::vector<std::array<Duration, ofAll + 1>> m_sums;
  std::vector<std::uint64_t> m_kernels;
};

bool isOfStep(const Trace& trace, const Step& step, const DeviceTracks& device, bool isOnDevice) {
  if (isOnDevice) {
    return step.process == device.process;
  }
  const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
  return rank < 0 || device.rank < 0 || rank == device.rank;
}

/// Adds the allocator's events within the step.
void addMemory(const Trace& trace, const HostPhases& host, Time firstBackward, const StepStats& figures, StepSum& sum) {
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

/// Adds to each step its work, in the moments that are its own.
void addOwnMoments(const std::vector<DeviceStretches>& devices, std::vector<StepSum>& sums) {
  for (const DeviceStretches& device : devices) {
    for (const Stretch& stretch : device.stretches) {
      if (stretch.step != noStep) {
        sums[stretch.step].addActivity(stretch);
      }
    }
  }
}

}  // namespace

std::vector<StepStats> stepStats(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  const std::vector<std::optional<InferenceIteration>> inference = inferenceOf(trace, steps);
  const ActivityPhases phases = activityPhases(trace, HostPhases(trace, stop), steps, inference, stop);
  const std::vector<DeviceStretches> devices = deviceStretches(trace, phases, stop);
  const LaunchedTimes launched{trace, devices, phases, steps.steps.size()};
  const std::optional<HostPhases> host =
      trace.memoryEvents().empty() ? std::optional<HostPhases>{} : HostPhases{trace, stop};
  const std::vector<TimeRange> onDevice = stepsOnDevices(trace, steps, stop);
  std::map<ProcessId, std::size_t> counts;
  std::vector<StepStats> made(steps.steps.size());
  std::vector<StepSum> sums(made.begin(), made.end());
  addOwnMoments(devices, sums);
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (stop.stop_requested()) {
      return {};
    }
    StepStats& figures = made[i];
    figures.step = steps.steps[i];
    figures.onDevice = onDevice[i];
    figures.index = counts[figures.step.process]++;
    figures.launched = launched.of(i);
    figures.inference = inference[i];
    StepSum& sum = sums[i];
    for (const DeviceStretches& device : devices) {
      if (isOfStep(trace, figures.step, device.rows, steps.isOnDevice)) {
        sum.addIdleOf(device);
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

std::optional<StepLengths> stepLengths(std::span<const StepStats> steps) {
  if (steps.empty()) {
    return std::nullopt;
  }
  std::vector<std::int64_t> onDevice;
  std::vector<std::int64_t> host;
  for (const StepStats& figures : steps) {
    onDevice.push_back(figures.onDevice.length().ns);
    host.push_back(figures.step.range.length().ns);
  }
  StepLengths lengths{.step = {medianOf(onDevice)}, .host = {medianOf(host)}};
  lengths.isHostAhead = isHostAhead(lengths.host, lengths.step);
  return lengths;
}

Duration outsideOfSteps(std::span<const DeviceActivity> devices, std::span<const StepStats> steps) {
  Duration outside;
  for (const DeviceActivity& device : devices) {
    outside += device.times.busy;
  }
  for (const StepStats& step : steps) {
    outside = outside - step.device;
  }
  return outside;
}

}  // namespace kernline
