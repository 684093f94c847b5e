// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/forward_links.h"
#include "core/analysis/calls/scope_names.h"
#include "core/analysis/causes/span_modules.h"
#include "core/analysis/causes/span_phases.h"
#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/ncu/measured_kernels.h"
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

/// What takes longer than a frame to find out about who caused what: found out when somebody first asks, then kept,
/// unless some of it could not be read. To be asked by workers, from any thread; who asks for what another is just
/// finding out waits for that. All answers are nullptr if stopped. What a person says in addition changes what is asked
/// for from then on.
class TraceAnalysis {
 public:
  explicit TraceAnalysis(std::shared_ptr<const Trace> trace) : m_trace(std::move(trace)) {}

  [[nodiscard]] const Trace& trace() const { return *m_trace; }
  [[nodiscard]] std::shared_ptr<const ForwardLinks> forwardLinks(const std::stop_token& stop = {});
  /// Looks at the names of all spans.
  [[nodiscard]] std::shared_ptr<const ScopeNames> scopes(const std::stop_token& stop = {});
  /// Of all threads (`drivenCalls`).
  [[nodiscard]] std::shared_ptr<const std::vector<DrivenCall>> driven(const std::stop_token& stop = {});
  [[nodiscard]] std::shared_ptr<const SpanModules> modules(const std::stop_token& stop = {});
  /// Those that were set, else those that `foundSteps` finds.
  [[nodiscard]] std::shared_ptr<const FoundSteps> steps(const std::stop_token& stop = {});
  /// Of these steps.
  [[nodiscard]] std::shared_ptr<const SpanPhases> phases(const std::stop_token& stop = {});
  void setSteps(std::shared_ptr<const FoundSteps> steps);
  /// The run again, by these steps; or why it cannot be replayed (`ReplayedRun::of`).
  [[nodiscard]] std::shared_ptr<const Expected<ReplayedRun>> replay(const std::stop_token& stop = {});
  /// The same; nullptr also where it cannot be replayed.
  [[nodiscard]] std::shared_ptr<const ReplayedRun> replayedRun(const std::stop_token& stop = {});
  /// Those that were set, else of the captures that the trace has itself.
  [[nodiscard]] std::shared_ptr<const ReplayedOps> replayedOps(const std::stop_token& stop = {});
  void setReplayedOps(std::shared_ptr<const ReplayedOps> ops);
  /// What reports of Nsight Compute say of kernels; nullptr until reports were joined.
  [[nodiscard]] std::shared_ptr<const MeasuredKernels> measured() const;
  void setMeasured(std::shared_ptr<const MeasuredKernels> measured);
  /// Reads the args of all operators.
  [[nodiscard]] std::shared_ptr<const InputShapes> shapes(const std::stop_token& stop = {});
  /// Reads the args of all kernels.
  [[nodiscard]] std::shared_ptr<const LaunchConfigs> launches(const std::stop_token& stop = {});
  /// By the rules in force, of replays by `replayedOps`. Reads the args of all operators that launched something.
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
      if (!reading.missed()) {  // else whoever asks next may get more
        m_value = made;
      }
      return made;
    }

   private:
    std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
  };

  /// What becomes another with what a person says; whoever is just finding it out goes on with what was said before.
  template <typename T>
  using Exchanged = std::shared_ptr<Cached<T>>;

  struct Replay {
    std::shared_ptr<const FoundSteps> steps;  // which the run needs
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
  mutable std::mutex m_said;  // never held for long: of those below that are exchanged
  std::shared_ptr<const FoundSteps> m_stepsSet;
  Exchanged<FoundSteps> m_steps = std::make_shared<Cached<FoundSteps>>();
  Exchanged<SpanPhases> m_phases = std::make_shared<Cached<SpanPhases>>();
  Exchanged<Replay> m_replay = std::make_shared<Cached<Replay>>();
  Exchanged<ReplayedOps> m_replayed = std::make_shared<Cached<ReplayedOps>>();
  Exchanged<WorkModel> m_work = std::make_shared<Cached<WorkModel>>();
  std::shared_ptr<const MeasuredKernels> m_measured;
  Cached<InputShapes> m_shapes;
  Cached<LaunchConfigs> m_launches;
};

/// Those of a trace, the same for all who ask as long as one of them keeps it.
[[nodiscard]] std::shared_ptr<TraceAnalysis> causesOf(const std::shared_ptr<const Trace>& trace);

}  // namespace kernline
