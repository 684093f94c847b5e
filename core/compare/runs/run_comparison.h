// SPDX-License-Identifier: GPL-3.0-or-later
// This folder compares traces of one program: baseline, steps, counterparts, the waterfall, the verdict.
#pragma once

#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/compare/runs/activities_by_steps.h"
#include "core/compare/runs/counter_changes.h"
#include "core/compare/runs/measured_steps.h"
#include "core/compare/runs/run_key.h"
#include "core/compare/runs/run_memory.h"
#include "core/compare/runs/step_account.h"
#include "core/compare/runs/verdict.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

struct RunInput {
  std::string path;
  std::shared_ptr<const Trace> trace;
  std::string title = {};  ///< the user's name for it; empty for a name from the path
};

struct RunComparisonOptions {
  std::optional<RunKey> by = {};  ///< nullopt for operators if all runs have operators, else for names
  std::string step;               ///< chooses the steps as `stepChoice` reads it; empty for the found steps
  /// Pairs that the user declared equal: a key of the base and its name in the others.
  std::vector<std::pair<std::string, std::string>> pairs;
};

/// One run and what was measured of it. Steps, idle time and the account are of one device: the busiest.
struct ComparedRun {
  std::string path;
  std::string title;  ///< the file's name, or the path where two have the same
  std::shared_ptr<const Trace> trace;
  std::string device;                ///< "GPU 0 · NVIDIA H200"
  std::string deviceModel;           ///< "NVIDIA H200"
  std::size_t deviceIndex = 0;       ///< index in `deviceTracks`
  std::size_t devices = 0;           ///< number of devices with activity
  Duration wall;                     ///< the recording's bounds
  Duration busy;                     ///< busy time of the device in the whole recording
  std::vector<SpanId> activities;    ///< activities of the device by start, then those of all others
  std::size_t deviceActivities = 0;  ///< number of the device's activities in `activities`
  std::vector<std::uint32_t> rowOfActivity;
  MeasuredSteps steps;
  ActivitiesBySteps bySteps;  ///< steps of `activities`
  StepAccount account;
  Undisturbed undisturbed;  ///< a step without the profiler
  /// Each step without the profiler, by replaying the run; as recorded where that cannot be done.
  std::vector<Duration> lengthsWithoutProfiler = {};
  std::optional<RunMemory> memory;         ///< memory of the device; nullopt if not recorded
  std::vector<JoinedReport> reports = {};  ///< reports whose launches `addMeasured` added to the rows

  [[nodiscard]] std::span<const SpanId> activitiesOfDevice() const {
    return std::span{activities}.first(deviceActivities);
  }

  [[nodiscard]] double perStep(Duration total) const {
    return static_cast<double>(total.ns) / static_cast<double>(steps.steps.size());
  }
};

/// Whether a step without the profiler takes less time than recorded, by more than 3 %.
[[nodiscard]] bool isSlowedByProfiler(const ComparedRun& run);

/// Mean hardware counter values of launches, each over those that have it.
struct MeasuredLaunches {
  std::uint64_t launches = 0;
  KernelMetrics mean;
  std::vector<UnitUse> units = {};  ///< units of the first launch that the recorder counted
  Message limit = {};               ///< limit of that launch; empty if not known
};

/// The figures of a row in one run.
struct RunSide {
  std::uint64_t count = 0;                        ///< number over the whole recording and all devices
  Duration total;                                 ///< the same
  Duration median;                                ///< the same
  double callsPerStep = 0;                        ///< calls on the measured device; with a range: in the range
  double perStep = 0;                             ///< ns, their time
  std::optional<MeasuredLaunches> measured = {};  ///< launches added by `addMeasured`
};

struct RunRow {
  std::string name;
  std::string shown = {};                         ///< label for people: kernels by short names, no two rows alike
  std::vector<std::string> aliases = {};          ///< its names in other runs, by the user
  std::vector<RunSide> sides;                     ///< one a run, the base first; count 0 if the run has none
  [[nodiscard]] std::string_view status() const;  ///< "both", "only_base", "only_other"
  /// Time per step less that of the base.
  [[nodiscard]] Duration delta(std::size_t run) const;
  /// Time per step by that of the base; nullopt if either has none.
  [[nodiscard]] std::optional<double> ratio(std::size_t run) const;
  /// Whether any run has it in its steps; else it ran outside of them alone.
  [[nodiscard]] bool isInSteps() const;
};

/// The cases in which the activity of steps is not the activity that ran in their time.
enum class StepOverlap : std::uint8_t {
  LaunchedElsewhere,  ///< ran in the time of the steps alone, and was launched in none of them
  RanElsewhere,       ///< was launched in the steps, and ran outside of their time: counts against the activity of rows
};
[[nodiscard]] std::string_view toText(StepOverlap overlap);  ///< "launched_elsewhere", "ran_elsewhere"

/// A part of the change of a step's time.
struct WaterfallPart {
  std::string name;  ///< name of a row, or an IdleCause or a StepOverlap as `toText` spells it; empty for a rest
  std::optional<IdleCause> cause = {};      ///< cause of idle time
  std::optional<StepOverlap> overlap = {};  ///< overlap; nullopt with no `cause` either for busy time of a row
  double base = 0;  ///< ns a step: what it adds to the busy time, or is idle for that cause; below 0 of RanElsewhere
  double other = 0;
  std::size_t rest = 0;  ///< number of smaller parts this one sums up, for people; 0 if it is one part
  [[nodiscard]] bool isIdle() const { return cause.has_value(); }
  [[nodiscard]] double delta() const { return other - base; }
};

/// Rows of which one is only in the base and one only in the other, that may be the same under a new name.
struct RenamedRow {
  std::size_t base = 0;  ///< rows of the comparison
  std::size_t other = 0;
  Message why;
};

/// Another run against the base.
struct RunDifference {
  Verdict verdict;
  double baseStep = 0;  ///< ns: mean length of a step
  double otherStep = 0;
  /// Parts from the base's step to the other's, by absolute delta: all deltas add up to otherStep - baseStep.
  std::vector<WaterfallPart> waterfall;
  std::vector<RenamedRow> renamed;  ///< proposals; they are counted apart
  /// Causes of the difference of peaks, by absolute delta; empty unless both have blocks.
  std::vector<MemoryPart> memory = {};
  std::vector<RowCounters> counters = {};  ///< changes in the counters of rows, by `explainByCounters`
};

struct RunComparison {
  RunKey by = RunKey::Name;
  std::vector<ComparedRun> runs;           ///< the base first
  std::vector<RunRow> rows;                ///< sorted by the greatest absolute delta of any run; those of no steps last
  std::vector<RunDifference> differences;  ///< one for each run but the base, in order
  std::vector<Message> unusedPairs;        ///< sentences on pairs whose names do not occur
};

/// Two runs at least. Errors: a run in which no device did anything, or it was stopped.
[[nodiscard]] Expected<RunComparison> compareRuns(std::vector<RunInput> inputs, const RunComparisonOptions& options,
                                                  const std::stop_token& stop = {});
/// Returns the error of a stopped comparison.
[[nodiscard]] Error comparisonStopped();

/// Whole numbers that add up to the rounded sum of `values`, each off by less than 1.
[[nodiscard]] std::vector<std::int64_t> roundedToSum(const std::vector<double>& values);

}  // namespace kernline
