// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/data_quality.h"

#include "core/analysis/communication/distributed_info.h"
#include "core/analysis/counters/unrecorded_activity.h"
#include "core/analysis/quality/clock_checks.h"
#include "core/analysis/quality/example_spans.h"
#include "core/analysis/quality/issue_meaning.h"
#include "core/analysis/quality/memory_checks.h"
#include "core/analysis/quality/missing_records.h"
#include "core/analysis/quality/time_clusters.h"
#include "core/model/base/message.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/left_out.h"
#include "core/model/trace/part_of_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <utility>

namespace kernline {

namespace {

/// Whether a range was read: missing data may be outside of it, so no loss is known.
bool isReadWindow(const Trace& trace) {
  return trace.readWindow().has_value();
}

using enum Figure;

DataIssueSeverity severityOf(IssueKind kind) {
  switch (issueText(kind).severity) {
    case IssueSeverity::Lost:
      return DataIssueSeverity::Lost;
    case IssueSeverity::Repaired:
      return DataIssueSeverity::Caution;
    case IssueSeverity::Note:
      break;
  }
  // The text needed no repair, but its times and links are doubtful.
  const bool isDoubtful = kind == IssueKind::NegativeLaunchLatency || kind == IssueKind::AmbiguousLaunch;
  return isDoubtful ? DataIssueSeverity::Caution : DataIssueSeverity::Note;
}

class IssueCollector {
 public:
  explicit IssueCollector(const Trace& trace) : m_trace(trace) {}

  /// Adds what the import counted; `examples` are its spans, if they are known.
  void addIssue(IssueKind kind, const Examples* examples) {
    const Issue& counted = m_trace.report()[kind];
    if (counted.count == 0) {
      return;
    }
    DataIssue issue;
    issue.key = issueText(kind).key;
    issue.severity = severityOf(kind);
    issue.count = counted.count;
    issue.what = issueText(kind).description;
    issue.meaning = kind == IssueKind::NoDeviceRecords ? whyNoDeviceRecords(m_trace) : issueMeaning(kind).meaning;
    issue.affects = issueMeaning(kind).affects;
    issue.firstOffset = counted.firstOffset;
    issue.example = Message::name(counted.example);
    if (examples != nullptr) {
      issue.spans = examples->spans;
    }
    m_found.push_back(std::move(issue));
  }

  void add(DataIssue&& issue, std::uint64_t count, std::vector<SpanId> spans) {
    if (count == 0) {
      return;
    }
    issue.count = count;
    issue.spans = std::move(spans);
    m_found.push_back(std::move(issue));
  }

  /// Gives issues without spans the one whose event is at the offset of the first count.
  void findSpansByOffset() {
    std::vector<std::pair<std::uint64_t, DataIssue*>> wanted;
    for (DataIssue& issue : m_found) {
      if (issue.spans.empty() && issue.firstOffset) {
        wanted.emplace_back(*issue.firstOffset, &issue);
      }
    }
    if (wanted.empty()) {
      return;
    }
    std::ranges::sort(wanted, {}, &std::pair<std::uint64_t, DataIssue*>::first);
    std::array<bool, 256> mayBe{};  // a quick no for nearly all spans
    for (const auto& entry : wanted) {
      mayBe[entry.first & 0xff] = true;
    }
    for (std::uint32_t i = 0; i < m_trace.spanCount(); ++i) {
      const std::uint64_t offset = m_trace.offset(SpanId{i});
      if (!mayBe[offset & 0xff]) {
        continue;
      }
      for (auto at = std::ranges::lower_bound(wanted, offset, {}, &std::pair<std::uint64_t, DataIssue*>::first);
           at != wanted.end() && at->first == offset; ++at) {
        at->second->spans.push_back(SpanId{i});
      }
    }
  }

  void add(DataIssue&& issue, const CountedRecords& records) {
    issue.firstOffset = records.firstOffset;
    add(std::move(issue), records.count, {});
  }

  std::vector<DataIssue> take() {
    for (DataIssue& issue : m_found) {
      issue.place = issue.firstOffset ? m_trace.placeText(*issue.firstOffset) : Message();
      std::ranges::sort(issue.spans, {}, [&](SpanId s) { return std::pair{m_trace.start(s), s}; });
      if (issue.example.isEmpty() && !issue.spans.empty()) {
        issue.example = Message::name(std::string(m_trace.nameText(issue.spans.front())));
      }
    }
    std::ranges::stable_sort(m_found, std::greater{}, &DataIssue::severity);
    return std::move(m_found);
  }

 private:
  const Trace& m_trace;
  std::vector<DataIssue> m_found;
};

/// Spans do not say which of their times was repaired, or how; where only one kind was, that is known.
bool isOnlyRepair(const ImportReport& report, IssueKind kind) {
  constexpr std::array kinds{IssueKind::MissingDuration, IssueKind::BadDuration, IssueKind::NegativeDuration,
                             IssueKind::ClampedTime};
  return std::ranges::all_of(kinds, [&](IssueKind other) { return (report[other].count != 0) == (other == kind); });
}

void addIssues(IssueCollector& issues, const Trace& trace, const FlaggedSpans& flagged, const EarlyActivities& early) {
  for (const IssueKind kind : trace.report().kinds()) {
    switch (kind) {
      case IssueKind::KernelWithoutLaunch:
        break;  // reported below, with the work that has no id at all
      case IssueKind::PartialOverlap:
        issues.addIssue(kind, &flagged.overlapping);
        break;
      case IssueKind::GraphReplay:
        issues.addIssue(kind, &flagged.graphReplay);
        break;
      case IssueKind::ZeroTimeOutlier:
        issues.addIssue(kind, &flagged.atZero);
        break;
      case IssueKind::BeginWithoutEnd:
      case IssueKind::AsyncBeginWithoutEnd:
        issues.addIssue(kind, &flagged.unfinished);
        break;
      case IssueKind::NegativeLaunchLatency:
        issues.addIssue(kind, &early.beforeCall);
        break;
      default:
        issues.addIssue(kind, isOnlyRepair(trace.report(), kind) ? &flagged.repaired : nullptr);
    }
  }
}

void addDeviceIssues(IssueCollector& issues, const Trace& trace, const FlaggedSpans& flagged,
                     const EarlyActivities& early) {
  const IssueText& text = issueText(IssueKind::KernelWithoutLaunch);
  const IssueMeaning& meaning = issueMeaning(IssueKind::KernelWithoutLaunch);
  DataIssue missing{.key = text.key, .what = text.description, .meaning = meaning.meaning, .affects = meaning.affects};
  constexpr std::uint64_t tolerated = 100;  // a percent: work launched before the recording began
  missing.severity =
      flagged.withoutLaunch.count * tolerated > flagged.work ? DataIssueSeverity::Caution : DataIssueSeverity::Note;
  if (const Issue& issue = trace.report()[IssueKind::KernelWithoutLaunch]; issue.count != 0) {
    missing.firstOffset = issue.firstOffset;
  }
  if (!isReadWindow(trace)) {
    issues.add(std::move(missing), flagged.withoutLaunch.count, flagged.withoutLaunch.spans);
  }
  const Examples overlapping = overlappingActivities(trace);
  Examples fruitless = isReadWindow(trace) ? Examples() : launchesWithoutActivity(trace);
  issues.add(
      {.key = launchesWithoutActivityIssue,
       .severity = DataIssueSeverity::Caution,
       .what = Phrase::tr("launch calls, but no GPU work"),
       .meaning = Phrase::tr("The tracks of the GPU are missing: the file was cut before them, or the profiler could "
                             "not record the GPU. There are no device figures."),
       .affects = {DeviceBusy, KernelStatistics, IdleCauses, LaunchLatency, QueueDepth, OpAttribution, Utilization}},
      fruitless.count, std::move(fruitless.spans));
  issues.add({.key = "stream_overlap",
              .severity = DataIssueSeverity::Caution,
              .what = Phrase::tr("device work overlaps other work on its stream"),
              .meaning = Phrase::tr("Work on a stream runs in order, so either a kernel was allowed to start early "
                                    "(programmatic dependent launch) or the profiler's end times are too late (known "
                                    "for ROCm). Totals count the overlap twice; busy time counts it once."),
              .affects = {KernelStatistics, Utilization}},
             overlapping.count, overlapping.spans);
  issues.add(
      {.key = "zero_duration_kernel",
       .severity = DataIssueSeverity::Caution,
       .what = Phrase::tr("kernels with duration 0"),
       .meaning = Phrase::tr(
           "Real kernels take about a microsecond or more: either the file is rounded to whole microseconds, or the "
           "profiler lost their ends. They are in counts but add nothing to totals, and lower mean and median."),
       .affects = {DeviceBusy, KernelStatistics, Utilization}},
      flagged.kernelsOfNoLength.count, flagged.kernelsOfNoLength.spans);
  issues.add({.key = "kernel_before_launch_returned",
              .severity = DataIssueSeverity::Note,
              .what = Phrase::tr("kernels start before their launch call returns"),
              .meaning = Phrase::tr("Normal where a call does more than launch, or waits for a full queue. Latency "
                                    "is measured from the start of the call, so it stays positive."),
              .affects = {}},
             early.beforeReturn.count, early.beforeReturn.spans);
}

/// "rises by 23 µs within 1.2 s".
Message describe(const ClockMove& move) {
  const Phrase phrase = move.byNs > 0 ? Phrase::tr("rises by %1 within %2") : Phrase::tr("falls by %1 within %2");
  return phrase.with(formatDuration({std::abs(move.byNs)}), formatDuration(move.range.length()));
}

void addClockMoves(IssueCollector& issues, const std::vector<ClockMove>& moves) {
  constexpr std::string_view meaning = Phrase::tr(
      "An idle device starts kernels after a constant minimum latency, so host and device clocks have shifted. Launch "
      "latency, idle causes and queue depth are off by as much. Times within the device and within the host are "
      "correct.");
  for (const ClockMove& move : moves) {
    const bool isJump = move.kind == ClockMove::Kind::Jump;
    DataIssue issue{.key = isJump ? "clock_jump" : "launch_latency_drift",
                    .severity = DataIssueSeverity::Caution,
                    .what = isJump ? Phrase::tr("the minimum launch latency of a device jumps to another level")
                                   : Phrase::tr("the minimum launch latency of a device drifts over the trace"),
                    .meaning = meaning,
                    .affects = {IdleCauses, LaunchLatency, QueueDepth}};
    issue.example = describe(move);
    issues.add(std::move(issue), 1, move.floors);
  }
}

/// Reports that no span in it has a length.
void addEmptiness(IssueCollector& issues, const Trace& trace) {
  if (trace.spanCount() > 0) {
    return;
  }
  const std::uint64_t counters = trace.counters().size();
  const bool hasMemory = !trace.memoryEvents().empty();
  DataIssue issue{.key = "no_spans", .severity = DataIssueSeverity::Caution, .affects = {WallTime, DeviceBusy, Steps}};
  if (counters > 0 && !hasMemory) {
    issue.severity = DataIssueSeverity::Note;
    issue.what = trace.instants().empty()
                     ? Phrase::tr("the trace has counters, such as clocks, and nothing else")
                     : Phrase::tr("the trace has counters and single events, and nothing that lasts");
    issue.meaning = Phrase::tr("Neither calls nor kernels were recorded. There are no times to count.");
  } else {
    issue.what = Phrase::tr("the trace has no spans");
    issue.meaning = Phrase::tr("Nothing was recorded that takes time. Record while the program runs.");
  }
  issues.add(std::move(issue), std::max<std::uint64_t>(counters, 1), {});
}

/// "12 spans within 1.2 s, then 30 spans within 2.5 s, 300 h later".
Message describe(const std::vector<TimeCluster>& clusters) {
  constexpr std::int64_t hourNs = 3'600'000'000'000;
  const auto lengthOf = [](const TimeCluster& cluster) { return formatDuration(cluster.range.length()); };
  const TimeCluster& first = clusters[0];
  const TimeCluster& second = clusters[1];
  return Phrase::tr("%1 spans within %2, then %3 spans within %4, %5 later")
      .with(formatCount(first.spans), lengthOf(first), formatCount(second.spans), lengthOf(second),
            Phrase::tr("%1 h").with(formatCount(((second.range.begin - first.range.end).ns + hourNs / 2) / hourNs)));
}

/// Reports that most of the trace is a gap.
void addTimeClusters(IssueCollector& issues, const Trace& trace) {
  const std::vector<TimeCluster> clusters = timeClusters(trace);
  if (clusters.empty()) {
    return;
  }
  std::vector<SpanId> firsts;
  for (const TimeCluster& cluster : clusters) {
    firsts.push_back(cluster.first);
  }
  DataIssue issue{.key = "time_clusters",
                  .severity = DataIssueSeverity::Caution,
                  .what = Phrase::tr("clusters of spans with hours of nothing between them"),
                  .meaning = Phrase::tr(
                      "Two recordings were merged, or some times are wrong. Wall time, idle time and busy shares count "
                      "the gap too. Choose the time range of one cluster to see its own figures."),
                  .affects = {WallTime, DeviceBusy, IdleCauses, Utilization}};
  issue.example = describe(clusters);
  issues.add(std::move(issue), clusters.size(), std::move(firsts));
}

void addClockIssues(IssueCollector& issues, const Trace& trace) {
  addTimeClusters(issues, trace);
  Examples far = activitiesFarFromHost(trace);
  issues.add({.key = "device_far_from_host",
              .severity = DataIssueSeverity::Caution,
              .what = Phrase::tr("device work lies far outside host time"),
              .meaning = Phrase::tr("Device and host clocks were not aligned, or two recordings were merged. Times "
                                    "between host and device are meaningless. Times within the device are correct."),
              .affects = {WallTime, IdleCauses, LaunchLatency, QueueDepth, Steps}},
             far.count, std::move(far.spans));
  ClockChecks checks = clockChecks(trace);
  issues.add(
      {.key = "clock_drift",
       .severity = DataIssueSeverity::Caution,
       .what = Phrase::tr("device and host clocks drift apart: the minimum launch latency falls below zero over time"),
       .meaning = Phrase::tr("The offset between host and device grows over the trace. Launch latency and idle causes "
                             "are off by as much. Times within the device are correct."),
       .affects = {IdleCauses, LaunchLatency, QueueDepth}},
      checks.drifting.count, std::move(checks.drifting.spans));
  addClockMoves(issues, checks.moves);
}

/// "busy for 1.2 ms of 3.4 ms sampled, SMs active 35.0 %".
Message describe(const UnrecordedActivity& work) {
  const std::string busy = formatDuration(work.busy);
  const std::string sampled = formatDuration(work.sampled);
  constexpr double percent = 100;
  return work.onSms.ns > 0 ? Phrase::tr("busy for %1 of %2 sampled, SMs active %3")
                                 .with(busy, sampled, formatShare(work.smActive / percent))
                           : Phrase::tr("busy for %1 of %2 sampled, by DRAM traffic alone").with(busy, sampled);
}

void addUnrecordedActivity(IssueCollector& issues, const Trace& trace, const std::stop_token& stop) {
  for (const UnrecordedActivity& work : unrecordedActivity(trace, stop)) {
    DataIssue issue{.key = "busy_while_idle",
                    .severity = DataIssueSeverity::Caution,
                    .what = Phrase::tr("stretches of idle time in which counters show GPU activity"),
                    .meaning = Phrase::tr("Another process used the GPU, or some of its work was not recorded. The "
                                          "device was idle for less time than the trace says, and for other reasons."),
                    .affects = {DeviceBusy, IdleCauses}};
    issue.example = describe(work);
    issues.add(std::move(issue), work.stretches, work.nextActivities);
  }
}

/// Reports that the trace is the export of a part.
void addPartOfFile(IssueCollector& issues, const Trace& trace) {
  if (isExportOfPart(trace)) {
    issues.add({.key = partOfFileIssue,
                .severity = DataIssueSeverity::Lost,
                .what = Phrase::tr("this file was exported from a trace that was read only partly"),
                .meaning = Phrase::tr(
                    "The memory limit was reached before the end of that trace. Figures cover only what was read."),
                .affects = issueMeaning(IssueKind::MemoryLimit).affects},
               1, {});
  }
}

/// Returns the issue that only a range of time was read.
DataIssue outsideRange() {
  return {.key = outsideRangeIssue,
          .severity = DataIssueSeverity::Caution,
          .what = Phrase::tr("spans and other events outside of the time range were not read"),
          .meaning = Phrase::tr("They are in no figure. Device work may lack its call, operator and step, calls "
                                "their work, counters their first value. Steps are numbered from the first one that "
                                "was read."),
          .affects = {WallTime, LaunchLatency, QueueDepth, OpAttribution, Utilization, Steps, Links}};
}

/// Reports recorded data that the writer of the format is known to drop.
void addOmissions(IssueCollector& issues, const Trace& trace) {
  const auto entries = trace.metadata();
  const auto told = std::ranges::find(entries, leftOutKey, &MetadataEntry::key);
  constexpr std::size_t quotes = 2;
  if (told == entries.end() || told->value.size() < quotes) {
    return;
  }
  DataIssue issue{
      .key = "left_out",
      .what = Phrase::tr("the writer of the file leaves out some of what was recorded"),
      .meaning = Phrase::tr("It is not in the file, so it is in no figure. Operators of calls and of device "
                            "work are found by when the calls were made. The JSON export of the same run "
                            "has all of it."),
      .affects = {OpAttribution, Utilization, Names}};
  const std::string_view quoted = told->value;
  issue.example = Message::name(std::string(quoted.substr(1, quoted.size() - 2)));
  issues.add(std::move(issue), 1, {});
}

void addMemoryIssues(IssueCollector& issues, const MemoryChecks& checks) {
  issues.add(
      {.key = "memory_without_totals",
       .severity = DataIssueSeverity::Caution,
       .what = Phrase::tr("memory records without totals"),
       .meaning = Phrase::tr("The file has allocations and frees, but not what was allocated before. Totals start from "
                             "the smallest value that keeps them above zero; the real ones may be larger."),
       .affects = {Counters}},
      checks.withoutTotals);
  const auto addFault = [&](std::string_view key, MemoryIssueKind kind, std::string_view meaning) {
    issues.add({.key = key,
                .severity = DataIssueSeverity::Caution,
                .what = memoryIssueText(kind).description,
                .meaning = meaning,
                .affects = {Counters}},
               checks[kind]);
  };
  addFault("memory_negative_total", MemoryIssueKind::NegativeTotal,
           Phrase::tr("The profiler lost records, or started counting in the middle of a run. The memory curve shows "
                      "them unchanged: its changes are correct, its level is not."));
  addFault("memory_impossible_total", MemoryIssueKind::ImpossibleTotal,
           Phrase::tr("A program cannot use more than its allocator has reserved: one of the two was sampled at "
                      "another time, or is wrong. Memory that is reserved but unused is unknown there."));
  addFault("memory_absurd_size", MemoryIssueKind::InvalidSize,
           Phrase::tr("The record is damaged or means something else. It is in neither the curve nor the blocks."));
}

}  // namespace

std::string_view toText(DataIssueSeverity severity) {
  constexpr std::array<std::string_view, 3> texts{"note", "caution", "lost"};
  return texts[static_cast<std::size_t>(severity)];
}

DataQuality DataQuality::of(const Trace& trace, const std::stop_token& stop) {
  IssueCollector issues(trace);
  const FlaggedSpans flagged = flaggedSpans(trace);
  const EarlyActivities early = earlyActivities(trace);
  addIssues(issues, trace, flagged, early);
  addDeviceIssues(issues, trace, flagged, early);
  addEmptiness(issues, trace);
  addClockIssues(issues, trace);
  addMemoryIssues(issues, memoryChecks(trace));
  addOmissions(issues, trace);
  addPartOfFile(issues, trace);
  issues.add({.key = "missing_ranks",
              .severity = DataIssueSeverity::Caution,
              .what = Phrase::tr("ranks of this job that are not in the trace"),
              .meaning = Phrase::tr("Collectives wait for them. Times without the profiler and predictions may be far "
                                    "off. Open the traces of all ranks together."),
              .affects = {IdleCauses, Steps}},
             missingRanks(trace), {});
  if (isReadWindow(trace)) {
    issues.add(outsideRange(), trace.readWindow()->leftOut, {});
  } else {
    addUnrecordedActivity(issues, trace, stop);
  }
  const Examples idleSteps = isReadWindow(trace) ? Examples() : stepsWithoutActivity(trace, stop);
  issues.add({.key = "step_without_device_work",
              .severity = DataIssueSeverity::Caution,
              .what = Phrase::tr("steps without device work"),
              .meaning = Phrase::tr("Either the device was not recorded from the start (profilers miss the first "
                                    "steps), or its work ran after the step ended. Means over steps include them."),
              .affects = {Steps}},
             idleSteps.count, idleSteps.spans);
  DataQuality quality;
  if (!stop.stop_requested()) {
    issues.findSpansByOffset();
    quality.m_issues = issues.take();
    quality = quality.withGraphs(trace, GraphJoin::of(trace, {}, stop));
  }
  return stop.stop_requested() ? DataQuality() : quality;
}

}  // namespace kernline
