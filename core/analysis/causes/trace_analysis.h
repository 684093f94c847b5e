// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about causes of spans: modules, phases, Python stacks, and keys that group spans.
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/forward_links.h"
#include "core/analysis/calls/scope_names.h"
#include "core/analysis/causes/span_modules.h"
#include "core/analysis/causes/span_phases.h"
#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "core/analysis/replay/idle_without_profiler.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/statistics/launch_configs.h"
#include "core/analysis/work/work_model.h"
#include "core/model/trace/read_watch.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline {

/// Derived data of a trace that takes longer than a frame to compute. Each is computed on first use, then cached,
/// unless some of it could not be read. To be called by workers, from any thread; a caller waits for a computation that
/// is already running. All results are nullptr if stopped. Data that the user adds apply to calls from then on.
class TraceAnalysis {
 public:
  explicit TraceAnalysis(std::shared_ptr<const Trace> trace) : m_trace(std::move(trace)) {}

  [[nodiscard]] const Trace& trace() const { return *m_trace; }
  [[nodiscard]] std::shared_ptr<const ForwardLinks> forwardLinks(const std::stop_token& stop = {});
  /// Looks at the names of all spans.
  [[nodiscard]] std::shared_ptr<const ScopeNames> scopes(const std::stop_token& stop = {});
  /// Returns the driven calls of all threads (`drivenCalls`).
  [[nodiscard]] std::shared_ptr<const std::vector<DrivenCall>> driven(const std::stop_token& stop = {});
  [[nodiscard]] std::shared_ptr<const SpanModules> modules(const std::stop_token& stop = {});
  /// Returns the idle time of all devices and its causes, over the whole trace (`idleCauses`).
  [[nodiscard]] std::shared_ptr<const std::vector<DeviceIdle>> idle(const std::stop_token& stop = {});
  /// Returns the steps that were set, else those that `foundSteps` finds.
  [[nodiscard]] std::shared_ptr<const FoundSteps> steps(const std::stop_token& stop = {});
  /// Returns the phases of these steps.
  [[nodiscard]] std::shared_ptr<const SpanPhases> phases(const std::stop_token& stop = {});
  void setSteps(std::shared_ptr<const FoundSteps> steps);
  /// The run again, by these steps; or why it cannot be replayed (`ReplayedRun::of`).
  [[nodiscard]] std::shared_ptr<const Expected<ReplayedRun>> replay(const std::stop_token& stop = {});
  /// Returns the replay; nullptr also where it cannot be replayed.
  [[nodiscard]] std::shared_ptr<const ReplayedRun> replayedRun(const std::stop_token& stop = {});
  /// The run without the profiler (`runWithoutProfiler`); empty also where it cannot be replayed.
  [[nodiscard]] std::shared_ptr<const RunWithoutProfiler> withoutProfiler(const std::stop_token& stop = {});
  /// Returns the operators that were set, else those of the captures in the trace itself.
  [[nodiscard]] std::shared_ptr<const ReplayedOps> replayedOps(const std::stop_token& stop = {});
  void setReplayedOps(std::shared_ptr<const ReplayedOps> ops);
  /// Returns what reports of Nsight Compute measured of kernels; nullptr until reports were added.
  [[nodiscard]] std::shared_ptr<const MeasuredKernels> measured() const;
  void setMeasured(std::shared_ptr<const MeasuredKernels> measured);
  /// Reads the args of all operators.
  [[nodiscard]] std::shared_ptr<const InputShapes> shapes(const std::stop_token& stop = {});
  /// Reads the args of all kernels.
  [[nodiscard]] std::shared_ptr<const LaunchConfigs> launches(const std::stop_token& stop = {});
  /// Models the work by the rules in force, of replays by `replayedOps`. Reads the args of all operators that launched
  /// something.
  [[nodiscard]] std::shared_ptr<const WorkModel> work(const std::stop_token& stop = {});

 private:
  template <typename T>
  class Cached {
   public:
    Cached() = default;
    explicit Cached(std::shared_ptr<const T> value) : m_value(std::move(value)) {}

    template <typename Make>
    std::shared_ptr<const T> get(const Trace& trace, const std::stop_token& stop, const Make& make) {
      const std::scoped_lock lock(m_mutex);
      if (m_value || stop.stop_requested()) {
        return m_value;
      }
      const ReadWatch reading(trace);
      auto made = std::make_shared<const T>(make());
      if (stop.stop_requested()) {
        return nullptr;
      }
      if (!reading.missed()) {  // the next call may get more if some were missed
        m_value = made;
      }
      return made;
    }

   private:
    std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
  };

  /// A value that is replaced when the user adds data; a computation that is already running uses the earlier one.
  template <typename T>
  using Exchanged = std::shared_ptr<Cached<T>>;

  struct Replay {
    std::shared_ptr<const FoundSteps> steps;  // steps that the run needs
    Expected<ReplayedRun> run;
  };

  [[nodiscard]] std::shared_ptr<const FoundSteps> find(Cached<FoundSteps>& steps, const std::stop_token& stop) const;
  [[nodiscard]] std::shared_ptr<const ReplayedOps> find(Cached<ReplayedOps>& replayed,
                                                        const std::stop_token& stop) const;

  std::shared_ptr<const Trace> m_trace;
  Cached<ForwardLinks> m_links;
  Cached<ScopeNames> m_scopes;
  Cached<std::vector<DrivenCall>> m_driven;
  Cached<SpanModules> m_modules;
  Cached<std::vector<DeviceIdle>> m_idle;
  mutable std::mutex m_said;  // never held for long: of those below that are exchanged
  std::shared_ptr<const FoundSteps> m_stepsSet;
  Exchanged<FoundSteps> m_steps = std::make_shared<Cached<FoundSteps>>();
  Exchanged<SpanPhases> m_phases = std::make_shared<Cached<SpanPhases>>();
  Exchanged<Replay> m_replay = std::make_shared<Cached<Replay>>();
  Exchanged<RunWithoutProfiler> m_without = std::make_shared<Cached<RunWithoutProfiler>>();
  Exchanged<ReplayedOps> m_replayed = std::make_shared<Cached<ReplayedOps>>();
  Exchanged<WorkModel> m_work = std::make_shared<Cached<WorkModel>>();
  std::shared_ptr<const MeasuredKernels> m_measured;
  Cached<InputShapes> m_shapes;
  Cached<LaunchConfigs> m_launches;
};

/// Returns the analysis of a trace, shared by all callers as long as one of them keeps it.
[[nodiscard]] std::shared_ptr<TraceAnalysis> causesOf(const std::shared_ptr<const Trace>& trace);

}  // namespace kernline
