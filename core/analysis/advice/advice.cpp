// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice.h"

#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/communication/distributed_info.h"
#include "core/analysis/query/parents.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/model/base/median.h"
#include "core/model/base/parallel.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Returns the idle time of the devices by cause.
std::array<Duration, idleCauseCount> idleOf(const std::vector<DeviceTimeline>& devices) {
  std::array<Duration, idleCauseCount> idle{};
  for (const DeviceTimeline& device : devices) {
    for (const TimelineGap& gap : device.gaps) {
      idle[static_cast<std::size_t>(gap.idle.cause)] += gap.idle.range.length();
    }
  }
  return idle;
}

/// The run again, if the advice is about all of its steps and it can be replayed.
std::shared_ptr<const ReplayedRun> replayedRun(TraceAnalysis& analysis, const AdviceQuery& query,
                                               const std::stop_token& stop) {
  return query.asked || query.steps.empty() ? nullptr : analysis.replayedRun(stop);
}

/// Returns `advice.elapsed` without the profiler: by replaying all steps, or by the idle time if there is no replay.
Duration withoutProfiler(const ReplayedRun* run, const Advice& advice,
                         const std::array<Duration, idleCauseCount>& idle) {
  if (run == nullptr) {
    return undisturbed(advice.elapsed, idle, advice.recording).likely;
  }
  const double left = static_cast<double>(run->withoutProfiler().ns) /
                      static_cast<double>(std::max<std::int64_t>(run->recorded().ns, 1));
  return {std::llround(static_cast<double>(advice.elapsed.ns) * std::min(left, 1.0))};
}

/// Adds a sentence to a row that alone saves more than its bound, which leaves out what other rows save as well.
void sayAlone(const AdviceSubject& subject, AdviceRow& row, Duration alone) {
  constexpr double minRatio = 1.1;
  constexpr std::int64_t minShareInverse = 100;
  const Duration more = alone - row.bound;
  if (static_cast<double>(alone.ns) > minRatio * static_cast<double>(row.bound.ns) &&
      more.ns * minShareInverse > subject.advice.elapsed.ns) {
    row.evidence.push_back(Phrase::tr("Followed alone, it saves about %1: the rest is in the bounds of other rows.")
                               .with(subject.perStep(alone)));
  }
}

/// Replays the run with each row followed: work that is hidden behind other work saves no time. Host time that a rule
/// saves is not saved again by rows about all of it.
void predict(AdviceSubject& subject) {
  Advice& advice = subject.advice;
  parallelFor(defaultThreads(), advice.rows.size(), [&](std::size_t i) {
    AdviceRow& row = advice.rows[i];
    const std::array<const AdviceRemedy*, 1> remedies{&row.remedy};
    const double saved =
        subject.replay->expectedShare(remedies, subject.stop) * static_cast<double>(advice.withoutProfiler.ns);
    row.likely = {std::llround(saved)};
  });
  Duration byRules;
  for (const AdviceRow& row : advice.rows) {
    byRules += row.rule.empty() ? Duration{} : std::min(row.bound, row.likely);
  }
  for (AdviceRow& row : advice.rows) {
    const bool isOfAllHostTime = row.remedy.isAhead || row.remedy.isGraph;
    const Duration own = isOfAllHostTime ? std::max(Duration{}, row.likely - byRules) : row.likely;
    sayAlone(subject, row, row.likely);
    row.likely = std::min(row.bound, own);
  }
}

/// Sets the figures for all that was analyzed. `run` is nullptr if it cannot be replayed.
void measure(AdviceSubject& subject, const ReplayedRun* run) {
  Advice& advice = subject.advice;
  advice.devices = subject.devices.size();
  advice.missingRanks = warningOfMissingRanks(subject.trace);
  const ProfilerCosts recording(subject.trace);
  std::vector<std::int64_t> stepLengths;
  for (const DeviceTimeline& device : subject.devices) {
    advice.elapsed += device.window.length();
    std::ranges::transform(device.steps, std::back_inserter(stepLengths), &Duration::ns);
    advice.warmUp = std::max(advice.warmUp, device.warmUp);
    advice.outliers = std::max<std::uint64_t>(advice.outliers, device.outliers.size());
    for (const Duration outlier : device.outliers) {
      advice.longestOutlier = std::max(advice.longestOutlier, outlier);
    }
    advice.unrecorded += device.unrecorded;
    advice.unknown += device.unknown;
    for (const TimeRange& window : device.window.intervals()) {
      advice.recording.add(recording.within(window));
    }
    for (const TimelinePiece& piece : device.pieces) {
      if (!piece.communicates) {
        advice.kernelTime += piece.inside;
        const bool isReplayed = has(subject.trace.flags(piece.span), SpanFlags::GraphReplay);
        advice.modeled += piece.isModeled ? piece.inside : Duration{};
        advice.underRoofline += piece.hasRoofline ? piece.inside : Duration{};
        advice.replayed += !piece.hasRoofline && isReplayed ? piece.inside : Duration{};
      }
    }
  }
  advice.steps = stepLengths.size();
  advice.withoutProfiler = withoutProfiler(run, advice, idleOf(subject.devices));
  if (!stepLengths.empty()) {
    const std::int64_t sum = std::accumulate(stepLengths.begin(), stepLengths.end(), std::int64_t{0});
    advice.meanStep = {sum / std::ssize(stepLengths)};
    advice.medianStep = {medianOf(stepLengths)};
  }
}

void findRows(AdviceSubject& subject) {
  for (const auto part : {adviseRecomputation, adviseOptimizers, adviseCatalog, adviseAllocation, adviseLaunches,
                          adviseAttention, adviseFusion, adviseCopies, adviseCopyFusion, advisePadding, advisePrecision,
                          adviseCounters, adviseSmallKernels, adviseRoofline, adviseCommunication, adviseHost}) {
    if (!subject.stop.stop_requested()) {
      part(subject);
    }
  }
}

/// Takes the likely cost of recording out of the idle time that it may have caused, of all rows alike.
void setLikely(Advice& advice) {
  Duration doubtful;
  for (const AdviceRow& row : advice.rows) {
    doubtful += row.doubtful;
  }
  const double share =
      doubtful.ns > 0
          ? std::min(1.0, static_cast<double>(advice.recording.likely.ns) / static_cast<double>(doubtful.ns))
          : 0;
  for (AdviceRow& row : advice.rows) {
    const Duration doubted{std::llround(static_cast<double>(row.doubtful.ns) * share)};
    row.likely = row.isOfThroughput() ? Duration{} : row.bound - doubted;
  }
}

/// Adds a sentence to rows that are unlikely to save time.
void sayLikely(Advice& advice) {
  constexpr std::int64_t nearlyNothing = 100;
  for (AdviceRow& row : advice.rows) {
    if (row.likely.ns * nearlyNothing < row.bound.ns && !row.isOfThroughput()) {
      row.evidence.emplace_back(
          Phrase::tr("Without the profiler it saves next to nothing: it is not on the critical path."));
    }
  }
}

/// Returns how easily a row can be followed: a setting or a line of the program weighs 4, a part of it written anew 2,
/// and a row that names what is slow but no change 1.
std::int64_t easeOf(AdviceKind kind) {
  switch (kind) {
    case AdviceKind::HostCopy:
    case AdviceKind::Padding:
    case AdviceKind::Precision:
    case AdviceKind::Attention:
    case AdviceKind::Recomputation:
    case AdviceKind::Optimizer:
    case AdviceKind::Synchronization:
    case AdviceKind::HostCall:
    case AdviceKind::DataParallel:
    case AdviceKind::Allocation:
      return 4;
    case AdviceKind::Communication:
    case AdviceKind::Fusion:
    case AdviceKind::MatrixCopy:
    case AdviceKind::Launch:
      return 2;
    default:
      return 1;
  }
}

void sortRows(std::vector<AdviceRow>& rows) {
  std::ranges::stable_sort(rows, std::ranges::greater{}, &AdviceRow::bound);
  std::ranges::stable_sort(rows, std::ranges::greater{}, &AdviceRow::weight);
}

}  // namespace

std::string_view toText(AdviceKind kind) {
  constexpr std::array<std::string_view, 22> texts{
      "roofline",        "host_bound",  "communication", "fusion",     "matrix_copy",   "host_copy",
      "launch_bound",    "padding",     "precision",     "attention",  "recomputation", "optimizer",
      "synchronization", "host_call",   "data_parallel", "allocation", "small_kernels", "traffic",
      "cache",           "tensor_pipe", "tail",          "latency"};
  return texts[static_cast<std::size_t>(kind)];
}

std::string_view toText(Confidence confidence) {
  switch (confidence) {
    case Confidence::High:
      return Phrase::tr("high");
    case Confidence::Medium:
      return Phrase::tr("medium");
    case Confidence::Low:
      break;
  }
  return Phrase::tr("low");
}

std::int64_t AdviceRow::weight() const {
  const Duration weighed = isOfThroughput() ? bound : likely;
  return weighed.ns * (confidence == Confidence::High ? 3 : confidence == Confidence::Medium ? 2 : 1) * easeOf(kind);
}

Duration Advice::mean(Duration sum) const {
  return {sum.ns / static_cast<std::int64_t>(std::max<std::uint64_t>(steps > 0 ? steps : devices, 1))};
}

Duration Advice::perDevice(Duration sum) const {
  return {sum.ns / static_cast<std::int64_t>(std::max<std::uint64_t>(devices, 1))};
}

Duration Advice::boundOfAll() const {
  Duration sum;
  for (const AdviceRow& row : rows) {
    sum += row.bound;
  }
  return std::min(sum, withoutProfiler);
}

double Advice::share(Duration sum) const {
  return elapsed.ns > 0 ? static_cast<double>(sum.ns) / static_cast<double>(elapsed.ns) : 0;
}

double Advice::rooflineCoverage() const {
  return kernelTime.ns > 0 ? static_cast<double>(underRoofline.ns) / static_cast<double>(kernelTime.ns) : 0;
}

Duration Advice::stepWithoutProfiler() const {
  const double left =
      static_cast<double>(withoutProfiler.ns) / static_cast<double>(std::max<std::int64_t>(elapsed.ns, 1));
  return {std::llround(static_cast<double>(step().ns) * left)};
}

std::optional<StepWithoutProfiler> Advice::shorterStep() const {
  const StepWithoutProfiler made{.recorded = step(), .time = {.likely = stepWithoutProfiler(), .low = {}, .high = {}}};
  return made.time.differsFrom(step()) ? std::optional(made) : std::nullopt;
}

std::vector<Message> cautionsOn(const Advice& advice) {
  std::vector<Message> made;
  if (!advice.missingRanks.isEmpty()) {
    made.push_back(advice.missingRanks);
  }
  if (advice.warmUp > 0) {
    made.push_back(Phrase::tr("The first steps (%1) take much longer than the others and are left out as warm-up.")
                       .with(advice.warmUp));
  }
  if (advice.outliers > 0) {
    const Phrase phrase = advice.outliers == 1
                              ? Phrase::tr(
                                    "1 step over 3 times the median (%2) is left out: the host's activity in "
                                    "it is not recorded.")
                              : Phrase::tr(
                                    "%1 steps over 3 times the median (up to %2) are left out: the host's "
                                    "activity in them is not recorded.");
    made.push_back(phrase.with(advice.outliers, formatDuration(advice.longestOutlier)));
  }
  constexpr double negligible = 0.01;
  if (advice.share(advice.unknown) > negligible) {
    made.push_back(Phrase::tr("The first step begins %1 before the first recorded work of the device; this time is "
                              "left out.")
                       .with(formatDuration(advice.perDevice(advice.unknown))));
  }
  if (advice.unrecorded.ns > 0) {
    made.push_back(Phrase::tr("For %1 the device runs earlier work that is not recorded; this time is left out.")
                       .with(formatDuration(advice.perDevice(advice.unrecorded))));
  }
  return made;
}

Message nothingFound(const Advice& advice) {
  if (!cannotJudge(advice)) {
    return Phrase::tr("No savings found in this profile.");
  }
  return Phrase::tr("Cannot judge: the roofline covers only %1 of kernel time.")
      .with(formatShare(advice.rooflineCoverage()));
}

bool cannotJudge(const Advice& advice) {
  return (advice.kernelTime - advice.underRoofline).ns * 2 > advice.kernelTime.ns;
}

bool lacksCapture(const Advice& advice) {
  return cannotJudge(advice) && advice.replayed.ns * 2 > (advice.kernelTime - advice.underRoofline).ns;
}

std::shared_ptr<const WorkModel> workForAdvice(TraceAnalysis& analysis, const AdviceQuery& query,
                                               const std::stop_token& stop) {
  std::shared_ptr<const WorkModel> work;
  inParallel([&] { work = analysis.work(stop); },
             [&] {
               static_cast<void>(replayedRun(analysis, query, stop));
               static_cast<void>(analysis.forwardLinks(stop));  // needed by origins
             });
  return work;
}

Advice advise(TraceAnalysis& analysis, const WorkModel& model, const WorkMeter& meter, const AdviceQuery& query,
              const std::stop_token& stop) {
  AdviceSubject subject(analysis, model, meter, stop);
  inParallel(
      [&] {
        subject.devices = deviceTimelines(subject.trace, subject.reach, query, stop);
        measure(subject, replayedRun(analysis, query, stop).get());
      },
      [&] {
        subject.run = replayedRun(analysis, query, stop);
        if (subject.run) {
          subject.replay.emplace(*subject.run);
        }
        subject.parents = parentsOf(subject.trace);
        static_cast<void>(analysis.driven(stop));  // needed by origins
        subject.readArguments();
      });
  findRows(subject);
  if (stop.stop_requested()) {
    return {};
  }
  Advice& advice = subject.advice;
  std::erase_if(advice.rows, [&](const AdviceRow& row) { return !subject.isWorthRow(row.bound); });
  subject.addOrigins();
  if (subject.run) {
    predict(subject);
  } else {
    setLikely(advice);
  }
  sayLikely(advice);
  sortRows(advice.rows);
  return std::move(subject.advice);
}

}  // namespace kernline
