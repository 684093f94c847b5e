// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/trace_analysis.h"

#include "core/analysis/calls/call_tree.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "core/model/base/parallel.h"

#include <algorithm>

namespace kernline {

std::shared_ptr<const ForwardLinks> TraceAnalysis::forwardLinks(const std::stop_token& stop) {
  return m_links.get(*m_trace, stop, [&] { return kernline::forwardLinks(*m_trace, defaultThreads(), stop); });
}

std::shared_ptr<const ScopeNames> TraceAnalysis::scopes(const std::stop_token& stop) {
  return m_scopes.get(*m_trace, stop, [&] { return ScopeNames(*m_trace); });
}

std::shared_ptr<const std::vector<DrivenCall>> TraceAnalysis::driven(const std::stop_token& stop) {
  return m_driven.get(*m_trace, stop, [&] { return drivenCalls(*m_trace, summedCallTracks(*m_trace)); });
}

std::shared_ptr<const SpanModules> TraceAnalysis::modules(const std::stop_token& stop) {
  return m_modules.get(*m_trace, stop, [&] {
    const std::shared_ptr<const ForwardLinks> links = forwardLinks(stop);
    return links ? spanModules(*m_trace, *links, defaultThreads(), stop) : SpanModules();
  });
}

std::shared_ptr<const std::vector<DeviceIdle>> TraceAnalysis::idle(const std::stop_token& stop) {
  return m_idle.get(*m_trace, stop, [&] { return idleCauses(*m_trace, {}, stop); });
}

std::shared_ptr<const FoundSteps> TraceAnalysis::steps(const std::stop_token& stop) {
  std::unique_lock lock(m_said);
  const Exchanged<FoundSteps> steps = m_steps;
  lock.unlock();
  return find(*steps, stop);
}

std::shared_ptr<const FoundSteps> TraceAnalysis::find(Cached<FoundSteps>& steps, const std::stop_token& stop) const {
  return steps.get(*m_trace, stop, [&] { return foundSteps(*m_trace, {}, stop).value_or(FoundSteps{}); });
}

std::shared_ptr<const SpanPhases> TraceAnalysis::phases(const std::stop_token& stop) {
  std::unique_lock lock(m_said);
  const Exchanged<FoundSteps> steps = m_steps;
  const Exchanged<SpanPhases> phases = m_phases;
  lock.unlock();
  const std::shared_ptr<const FoundSteps> found = find(*steps, stop);
  return found ? phases->get(*m_trace, stop, [&] { return spanPhases(*m_trace, *found, stop); }) : nullptr;
}

std::shared_ptr<const Expected<ReplayedRun>> TraceAnalysis::replay(const std::stop_token& stop) {
  std::unique_lock lock(m_said);
  const Exchanged<FoundSteps> steps = m_steps;
  const Exchanged<Replay> replay = m_replay;
  lock.unlock();
  const std::shared_ptr<const FoundSteps> found = find(*steps, stop);
  if (!found) {
    return nullptr;
  }
  std::shared_ptr<const Replay> made = replay->get(
      *m_trace, stop, [&] { return Replay{.steps = found, .run = ReplayedRun::of(*m_trace, *found, stop)}; });
  return made ? std::shared_ptr<const Expected<ReplayedRun>>(made, &made->run) : nullptr;
}

std::shared_ptr<const ReplayedRun> TraceAnalysis::replayedRun(const std::stop_token& stop) {
  const std::shared_ptr<const Expected<ReplayedRun>> made = replay(stop);
  return made && *made ? std::shared_ptr<const ReplayedRun>(made, &**made) : nullptr;
}

std::shared_ptr<const RunWithoutProfiler> TraceAnalysis::withoutProfiler(const std::stop_token& stop) {
  Exchanged<RunWithoutProfiler> current;
  {
    const std::scoped_lock lock(m_said);
    current = m_without;
  }
  const std::shared_ptr<const ReplayedRun> run = replayedRun(stop);  // if of newer steps, `current` is no more in use
  return current->get(*m_trace, stop, [&] { return run ? runWithoutProfiler(*run, stop) : RunWithoutProfiler(); });
}

void TraceAnalysis::setSteps(std::shared_ptr<const FoundSteps> steps) {
  const std::scoped_lock lock(m_said);
  if (steps != m_stepsSet) {
    m_stepsSet = steps;
    m_steps = std::make_shared<Cached<FoundSteps>>(std::move(steps));
    m_phases = std::make_shared<Cached<SpanPhases>>();
    m_replay = std::make_shared<Cached<Replay>>();
    m_without = std::make_shared<Cached<RunWithoutProfiler>>();
  }
}

std::shared_ptr<const ReplayedOps> TraceAnalysis::replayedOps(const std::stop_token& stop) {
  std::unique_lock lock(m_said);
  const Exchanged<ReplayedOps> replayed = m_replayed;
  lock.unlock();
  return find(*replayed, stop);
}

std::shared_ptr<const ReplayedOps> TraceAnalysis::find(Cached<ReplayedOps>& replayed,
                                                       const std::stop_token& stop) const {
  return replayed.get(*m_trace, stop, [&] { return ReplayedOps(*m_trace, GraphJoin::of(*m_trace, {}, stop)); });
}

void TraceAnalysis::setReplayedOps(std::shared_ptr<const ReplayedOps> ops) {
  const std::scoped_lock lock(m_said);
  m_replayed = std::make_shared<Cached<ReplayedOps>>(std::move(ops));
  m_work = std::make_shared<Cached<WorkModel>>();
}

std::shared_ptr<const MeasuredKernels> TraceAnalysis::measured() const {
  const std::scoped_lock lock(m_said);
  return m_measured;
}

void TraceAnalysis::setMeasured(std::shared_ptr<const MeasuredKernels> measured) {
  const std::scoped_lock lock(m_said);
  m_measured = std::move(measured);
}

std::shared_ptr<const InputShapes> TraceAnalysis::shapes(const std::stop_token& stop) {
  return m_shapes.get(*m_trace, stop,
                      [&] { return readInputShapes(*m_trace, defaultThreads(), maxInputShapesRead, stop); });
}

std::shared_ptr<const LaunchConfigs> TraceAnalysis::launches(const std::stop_token& stop) {
  return m_launches.get(*m_trace, stop,
                        [&] { return readLaunchConfigs(*m_trace, defaultThreads(), maxShapesRead, stop); });
}

std::shared_ptr<const WorkModel> TraceAnalysis::work(const std::stop_token& stop) {
  std::unique_lock lock(m_said);
  const Exchanged<ReplayedOps> replayed = m_replayed;
  const Exchanged<WorkModel> work = m_work;
  lock.unlock();
  return work->get(*m_trace, stop, [&] {
    std::shared_ptr<const ReplayedOps> ops = find(*replayed, stop);
    return ops ? workModel(*m_trace, WorkRules::current(), defaultThreads(), std::move(ops), stop) : WorkModel();
  });
}

std::shared_ptr<TraceAnalysis> causesOf(const std::shared_ptr<const Trace>& trace) {
  static std::mutex mutex;
  static std::vector<std::weak_ptr<TraceAnalysis>> known;
  const std::scoped_lock lock(mutex);
  std::erase_if(known, [](const auto& causes) { return causes.expired(); });
  for (const std::weak_ptr<TraceAnalysis>& causes : known) {
    if (std::shared_ptr<TraceAnalysis> kept = causes.lock(); kept && &kept->trace() == trace.get()) {
      return kept;
    }
  }
  auto made = std::make_shared<TraceAnalysis>(trace);
  known.push_back(made);
  return made;
}

}  // namespace kernline
