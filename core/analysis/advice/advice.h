// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about potential savings as rows with upper bounds; no nanosecond is in two rows.
#pragma once

#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/advice/advice_remedy.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/step_range.h"
#include "core/analysis/work/work_figures.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Potential savings, by the change that each needs.
enum class AdviceKind : std::uint8_t {
  Roofline,         ///< kernels take longer than their work needs
  HostBound,        ///< the device waits for the host
  Communication,    ///< communication runs, or is waited for, while no computation runs
  Fusion,           ///< elementwise kernels write what the next one only reads again
  MatrixCopy,       ///< tensors are converted or laid out anew around matrix products and convolutions
  HostCopy,         ///< memcpys from and to the host while no other activity runs
  Launch,           ///< short kernels with gaps between them: launching takes longer than running
  Padding,          ///< sizes that leave tensor cores idle
  Precision,        ///< single precision on vector units, where tensor cores have TF32
  Attention,        ///< attention is written out: its scores go through memory
  Recomputation,    ///< backward computes again what forward computed
  Optimizer,        ///< an optimizer has a fused kernel that is not used
  Synchronization,  ///< the host waits for the device, and would run ahead of it otherwise
  HostCall,         ///< the host spends its time in calls that a rule of resources/advice.txt is about
  DataParallel,     ///< the same of a setting of data-parallel training, with the device activity that goes
  Allocation,       ///< device memory is allocated and released in each step
  SmallKernels,     ///< kernels have too few blocks to fill the device
  // By counters of kernels, if a recording has them:
  Traffic,     ///< a kernel limited by DRAM moves more through it than it needs
  Cache,       ///< a kernel is limited by a cache, not by what it computes
  TensorPipe,  ///< a compute-bound matrix product leaves the tensor pipe idle
  Tail,        ///< SMs have no blocks, most of all at the end of a kernel
  Latency,     ///< warps of a kernel wait, and no unit is busy
};
/// `roofline`, `host_bound`, … as the command line spells them.
[[nodiscard]] std::string_view toText(AdviceKind kind);

/// The likelihood that much of the bound can be saved. It depends on figures of each kind, which
/// resources/docs/what-to-optimize.md lists.
enum class Confidence : std::uint8_t { High, Medium, Low };
[[nodiscard]] std::string_view toText(Confidence confidence);

/// The place to look at.
struct AdvicePlace {
  SpanId span = SpanId::none;  ///< none for an idle time without a recorded reason
  TimeRange range;             ///< range of the span, or of the idle time
};

/// One of several things that a bound is made of.
struct AdviceCause {
  Message title;
  std::string name = {};  ///< name of the host call or the activity; empty if not recorded
  Duration bound;         ///< part of the row's
  std::uint64_t gaps = 0;
  Duration longest;                 ///< longest of these gaps
  std::string calledFrom = {};      ///< caller in the longest gap; empty if unknown, or not looked for
  std::vector<AdvicePlace> places;  ///< largest first
};

struct AdviceRow {
  AdviceKind kind = AdviceKind::Roofline;
  Message title;
  Duration bound;          ///< upper bound of the saving, in elapsed time over all devices
  Duration doubtful = {};  ///< part of the bound that is idle time which recording may have caused
  Duration likely = {};    ///< part of the bound that following it saves without the profiler: mean over its range
  Confidence confidence = Confidence::Medium;
  std::vector<Message> evidence;    ///< sentences
  std::vector<AdvicePlace> places;  ///< largest first
  /// Causes of host-bound time, greatest bound first; causes after the 32nd are merged into one. Their bounds add up to
  /// the row's.
  std::vector<AdviceCause> causes = {};
  AdviceRemedy remedy = {};
  std::string rule = {};          ///< id of the rule in resources/advice.txt or the user's; empty if none
  SpanId example = SpanId::none;  ///< its longest call or activity, whose origin a sentence gives

  /// Whether following it lets a step do more, rather than end sooner: then nothing of a step is likely to be saved.
  [[nodiscard]] bool isOfThroughput() const { return kind == AdviceKind::SmallKernels; }
  /// Sort key: `likely`, or of throughput the bound, weighted by confidence and by ease of the change.
  [[nodiscard]] std::int64_t weight() const;
};

/// The suggested optimizations. Each nanosecond of a device, busy or idle, is in the bound of one row at most, so
/// bounds can be added up.
struct Advice {
  Duration elapsed;            ///< analyzed time, summed over devices
  std::uint64_t devices = 0;   ///< number of analyzed devices
  std::uint64_t steps = 0;     ///< number of analyzed steps, summed over devices; 0 for a range
  Duration kernelTime;         ///< sum of all device activity, that of communication left out
  Duration modeled;            ///< part of `kernelTime` that rules model
  Duration underRoofline;      ///< the part of `modeled` that has a roofline
  Duration replayed;           ///< part of `kernelTime` without a roofline that CUDA graphs replayed
  Duration meanStep;           ///< mean of these steps as a whole, the same in all answers
  Duration medianStep;         ///< the same
  Message missingRanks;        ///< consequences of ranks missing in the trace (`warningOfMissingRanks`)
  std::uint64_t warmUp = 0;    ///< first steps that were left out, of the device with most of them
  std::uint64_t outliers = 0;  ///< rounds that were left out, of the device with most of them: see `outlierSteps`
  Duration longestOutlier;     ///< longest on any device
  Duration unrecorded;         ///< left out of all devices: before their first recorded activity, which had queued
  Duration unknown;          ///< left out of all devices: in steps, before their first recorded activity, which had not
  ProfilerCost recording;    ///< cost of recording while these devices worked
  Duration withoutProfiler;  ///< estimate of `elapsed` without that: see `undisturbed`
  /// Whether following any row ends a step sooner.
  [[nodiscard]] bool savesTime() const { return !std::ranges::all_of(rows, &AdviceRow::isOfThroughput); }

  std::vector<AdviceRow> rows;  ///< sorted by likely saving and ease, greatest first

  /// Returns the mean of a sum over steps and devices: per step of a device, else per device.
  [[nodiscard]] Duration mean(Duration sum) const;
  /// Returns the mean per device, with all its steps.
  [[nodiscard]] Duration perDevice(Duration sum) const;
  [[nodiscard]] double share(Duration sum) const;
  /// `underRoofline` of `kernelTime`.
  [[nodiscard]] double rooflineCoverage() const;
  /// The sum of all bounds, but no more than what is left without the profiler.
  [[nodiscard]] Duration boundOfAll() const;
  /// The length of a step, or of the range.
  [[nodiscard]] Duration step() const { return steps > 0 ? meanStep : mean(elapsed); }
  /// Returns `step` without the profiler.
  [[nodiscard]] Duration stepWithoutProfiler() const;
  /// Returns the step without the profiler if known; nullopt if about as recorded.
  [[nodiscard]] std::optional<StepWithoutProfiler> shorterStep() const;
};

struct AdviceQuery {
  /// The range to analyze where there are no `steps`; std::nullopt for first start to last end of each device's work.
  std::optional<TimeRange> range = {};
  /// All of the trace, by start, with their device activity: the begin of one on a device follows from those before it.
  std::span<const Step> steps = {};
  std::optional<StepNumbers> asked = {};  ///< numbers of `steps`, all of which count
};

/// Returns sentences on what the figures lack, and why: ranks, steps and times that were left out.
[[nodiscard]] std::vector<Message> cautionsOn(const Advice& advice);

/// Returns why no row saves time: no savings were found, or most kernels have no roofline to judge them by.
[[nodiscard]] Message nothingFound(const Advice& advice);
/// The latter.
[[nodiscard]] bool cannotJudge(const Advice& advice);
/// True if most of these kernels lack one because CUDA graphs replayed them: a capture would show their operators.
[[nodiscard]] bool lacksCapture(const Advice& advice);

/// The work of the trace that `causes` are of. The other inputs of `advise` are computed meanwhile, on idle cores.
/// nullptr if stopped.
[[nodiscard]] std::shared_ptr<const WorkModel> workForAdvice(TraceAnalysis& analysis, const AdviceQuery& query,
                                                             const std::stop_token& stop = {});

/// Suggests optimizations. The time before a device's first recorded activity is left out: its activity is not known.
/// Unless steps are requested, those of `steps` that warm up are left out, too (`warmUpSteps`), and the outliers among
/// rounds of a device (`outlierSteps`): the host's part in them is unknown. Rows below a thousandth of the elapsed time
/// are left out, and devices that do less than a tenth of what the busiest does. Empty if stopped.
[[nodiscard]] Advice advise(TraceAnalysis& analysis, const WorkModel& model, const WorkMeter& meter,
                            const AdviceQuery& query, const std::stop_token& stop = {});

}  // namespace kernline
