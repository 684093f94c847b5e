// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/whatif/path_rows.h"
#include "core/analysis/whatif/what_if.h"
#include "core/analysis/work/work_figures.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// Host cost of one kind of records.
struct RecordingShare {
  Message source;           ///< "operators", "runtime calls", …
  std::uint64_t count = 0;  ///< a step, on average
  Duration cost;            ///< a step, on average
};

/// The time of a step as recorded, without the profiler, and with changes; and its critical path. Times are
/// means of the steps that count (`ReplayedRun`).
struct WhatIfAnswer {
  std::uint64_t steps = 0;  ///< number of steps that count
  Duration recorded;
  Duration typicalRecorded;  ///< mean recorded length of the typical steps, like `undisturbed`: of those that do the
                             ///< same the quicker
  Duration replayed;
  double replayError = 0;  ///< share of the recorded time
  Undisturbed undisturbed;
  Message caution;                       ///< reason why predictions may be far off; empty if none is known
  std::vector<RecordingShare> overhead;  ///< kinds of records with a cost
  std::uint64_t inferredWaits = 0;       ///< of streams for other streams, in the whole trace (`RunGraph`)
  std::optional<Undisturbed> changed;    ///< with all changes, without the profiler; std::nullopt if there are none
  double hostSlowness = 1;               ///< as `ReplayedRun` has it: `changed.low` is of a host so much quicker
  std::vector<WhatIfMatch> matches;      ///< by change
  std::uint64_t pathSteps = 0;           ///< typical steps that `path` is of, of several ranks those of one: of a long
                                         ///< run with changes only the first of them
  std::vector<PathRow> path;             ///< of the changed step; sums over these steps
  Duration pathLength;                   ///< the same
  std::uint64_t hiddenSteps = 0;         ///< steps that `hidden` is of, of all ranks together
  std::vector<HiddenRow> hidden;         ///< device activity that is not on the path; sums over these steps
  std::vector<SpanId> pathSpans;         ///< calls and work on the path of all replayed steps, each once, by time

  /// The step that the changes save.
  [[nodiscard]] Duration saved() const;
  /// Returns the mean per step of a sum over the path.
  [[nodiscard]] Duration perStep(Duration sum) const;
  /// Returns the mean per step of one rank of a sum over all ranks.
  [[nodiscard]] Duration perStepOfRank(Duration sum) const;
};

/// Errors: those of `ReplayedRun::of` and `scenarioOf`. Canceled if stopped.
[[nodiscard]] Expected<WhatIfAnswer> whatIf(TraceAnalysis& analysis, const WorkMeter& meter,
                                            std::span<const WhatIfChange> changes, const std::stop_token& stop = {},
                                            PathBy by = PathBy::Name);
/// Answers for a run that is already replayed; `known` is as for `scenarioOf`.
[[nodiscard]] Expected<WhatIfAnswer> whatIf(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                                            std::span<const WhatIfChange> changes, const std::stop_token& stop = {},
                                            PathBy by = PathBy::Name, const Advice* known = nullptr);

/// A run with changes, without the profiler.
struct ChangedRun {
  std::shared_ptr<const Trace> trace;  ///< trace at its new times (`retimedTrace`)
  std::vector<PathPiece> path;         ///< its critical path, on the clock and by the spans of that trace
};

/// Errors: those of `scenarioOf`. Canceled if stopped.
[[nodiscard]] Expected<ChangedRun> changedRun(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                                              std::span<const WhatIfChange> changes, const std::stop_token& stop = {},
                                              const Advice* known = nullptr);

}  // namespace kernline
