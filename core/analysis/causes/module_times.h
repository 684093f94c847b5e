// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/span_modules.h"
#include "core/analysis/causes/span_phases.h"
#include "core/analysis/graphs/graph_join.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/step_phase.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// Device time by phase; what runs side by side adds up.
struct PhaseTimes {
  std::array<std::int64_t, stepPhaseCount> ns{};

  [[nodiscard]] std::int64_t of(StepPhase phase) const { return ns[static_cast<std::size_t>(phase)]; }
  [[nodiscard]] std::int64_t backward() const { return of(StepPhase::Backward); }
  [[nodiscard]] std::int64_t optimizer() const { return of(StepPhase::Optimizer); }
  /// Returns the rest: neither backward nor optimizer.
  [[nodiscard]] std::int64_t forward() const { return total() - backward() - optimizer(); }
  [[nodiscard]] std::int64_t total() const { return std::reduce(ns.begin(), ns.end()); }
  PhaseTimes& operator+=(const PhaseTimes& more) {
    for (std::size_t phase = 0; phase < stepPhaseCount; ++phase) {
      ns[phase] += more.ns[phase];
    }
    return *this;
  }
  bool operator==(const PhaseTimes&) const = default;
};

/// Times of a module.
struct ModuleRow : ModuleNode {
  std::uint64_t calls = 0;    ///< number of calls that overlap the range; a forward that a backward pass repeats is one
  std::uint64_t kernels = 0;  ///< device activities in `total`
  PhaseTimes total;           ///< time of activities caused in it and in the modules in it
  PhaseTimes self;            ///< time that no module in it caused
  SpanId longest = SpanId::none;  ///< the first of the calls that last longest
};

/// Device time given to the modules that caused it, each nanosecond to one. Replayed activity is caused where it was
/// captured, if that is known.
struct ModuleTimes {
  ModuleSource source = ModuleSource::None;
  std::vector<ModuleRow> rows;  ///< walk order, siblings by total, longest first
  PhaseTimes given;             ///< all of it
  PhaseTimes unassigned;        ///< part of `given` that no module caused
  std::uint64_t unassignedKernels = 0;
  std::int64_t backwardJoined = 0;  ///< nanoseconds of `given`'s backward launched by steps whose operator is known
};

struct ModuleTimesOptions {
  /// Only what lies in here: activity that reaches over an edge counts with the part inside.
  std::optional<TimeRange> range = {};
  /// Only this activity, and whole, wherever it lies; the range is for calls alone. nullptr for that in the range.
  ActivityList activities = nullptr;
  /// Captures of the trace and of others; activity that others captured is left out. nullptr if only its own captures
  /// count.
  const GraphJoin* join = nullptr;
};

/// Empty if stopped, or if `modules` or `phases` were not finished.
[[nodiscard]] ModuleTimes moduleTimes(const Trace& trace, const SpanModules& modules, const SpanPhases& phases,
                                      const ModuleTimesOptions& options, const std::stop_token& stop = {});

/// Activity that a call of one trace captured and another trace replays.
struct ActivityCapturedHere {
  SpanId launch = SpanId::none;
  Duration time;
};

/// Returns by source, from the first of the others on, the activities that they captured and `trace` replays, limited
/// to those the options count.
[[nodiscard]] std::vector<std::vector<ActivityCapturedHere>> activitiesCapturedByOthers(
    const Trace& trace, const GraphJoin& join, std::size_t others, const ModuleTimesOptions& options);

/// `moduleTimes` of `capture`, but of activity that runs elsewhere alone.
[[nodiscard]] ModuleTimes capturedModuleTimes(const Trace& capture, const SpanModules& modules,
                                              const SpanPhases& phases,
                                              std::span<const ActivityCapturedHere> activities);

}  // namespace kernline
