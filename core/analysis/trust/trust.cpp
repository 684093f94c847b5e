// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trust/trust.h"

#include "core/analysis/trust/clock_checks.h"
#include "core/analysis/trust/issue_meaning.h"
#include "core/analysis/trust/memory_checks.h"
#include "core/analysis/trust/telling_spans.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <utility>

namespace kernline {

namespace {

using enum Figure;

FindingSeverity severityOf(IssueKind kind) {
  switch (issueText(kind).severity) {
    case IssueSeverity::Lost:
      return FindingSeverity::Lost;
    case IssueSeverity::Repaired:
      return FindingSeverity::Caution;
    case IssueSeverity::Note:
      break;
  }
  // Nothing of the text was repaired, but what the times and links say is doubtful.
  const bool isDoubtful = kind == IssueKind::NegativeLaunchLatency || kind == IssueKind::AmbiguousLaunch;
  return isDoubtful ? FindingSeverity::Caution : FindingSeverity::Note;
}

class Findings {
 public:
  explicit Findings(const Trace& trace) : m_trace(trace) {}

  /// What the import counted; `examples` are the spans of it, if they can be told.
  void addIssue(IssueKind kind, const Examples* examples) {
    const Issue& issue = m_trace.report()[kind];
    if (issue.count == 0) {
      return;
    }
    Finding finding;
    finding.key = issueText(kind).key;
    finding.severity = severityOf(kind);
    finding.count = issue.count;
    finding.what = issueText(kind).description;
    finding.meaning = issueMeaning(kind).meaning;
    finding.touches = issueMeaning(kind).touches;
    finding.firstOffset = issue.firstOffset;
    finding.example = issue.example;
    if (examples != nullptr) {
      finding.spans = examples->spans;
    }
    m_found.push_back(std::move(finding));
  }

  void add(Finding&& finding, std::uint64_t count, std::vector<SpanId> spans) {
    if (count == 0) {
      return;
    }
    finding.count = count;
    finding.spans = std::move(spans);
    m_found.push_back(std::move(finding));
  }

  /// Findings without spans get the one whose event stands where the first one was counted.
  void findSpansByOffset() {
    std::vector<std::pair<std::uint64_t, Finding*>> wanted;
    for (Finding& finding : m_found) {
      if (finding.spans.empty() && finding.firstOffset) {
        wanted.emplace_back(*finding.firstOffset, &finding);
      }
    }
    if (wanted.empty()) {
      return;
    }
    std::ranges::sort(wanted, {}, &std::pair<std::uint64_t, Finding*>::first);
    std::array<bool, 256> mayBe{};  // a quick no for nearly all spans
    for (const auto& entry : wanted) {
      mayBe[entry.first & 0xff] = true;
    }
    for (std::uint32_t i = 0; i < m_trace.spanCount(); ++i) {
      const std::uint64_t offset = m_trace.offset(SpanId{i});
      if (!mayBe[offset & 0xff]) {
        continue;
      }
      for (auto at = std::ranges::lower_bound(wanted, offset, {}, &std::pair<std::uint64_t, Finding*>::first);
           at != wanted.end() && at->first == offset; ++at) {
        at->second->spans.push_back(SpanId{i});
      }
    }
  }

  void add(Finding&& finding, const CountedRecords& records) {
    finding.firstOffset = records.firstOffset;
    add(std::move(finding), records.count, {});
  }

  std::vector<Finding> take() {
    for (Finding& finding : m_found) {
      finding.place = finding.firstOffset ? m_trace.placeText(*finding.firstOffset) : std::string{};
      std::ranges::sort(finding.spans, {}, [&](SpanId s) { return std::pair{m_trace.start(s), s}; });
      if (finding.example.empty() && !finding.spans.empty()) {
        finding.example = m_trace.nameText(finding.spans.front());
      }
    }
    std::ranges::stable_sort(m_found, std::greater{}, &Finding::severity);
    return std::move(m_found);
  }

 private:
  const Trace& m_trace;
  std::vector<Finding> m_found;
};

/// Spans do not say which of their times was repaired, or how; where only one kind was, that is known.
bool isOnlyRepair(const ImportReport& report, IssueKind kind) {
  constexpr std::array kinds{IssueKind::MissingDuration, IssueKind::BadDuration, IssueKind::NegativeDuration,
                             IssueKind::ClampedTime};
  return std::ranges::all_of(kinds, [&](IssueKind other) { return (report[other].count != 0) == (other == kind); });
}

void addIssues(Findings& findings, const Trace& trace, const FlaggedSpans& flagged, const EarlyWork& early) {
  for (const IssueKind kind : trace.report().kinds()) {
    switch (kind) {
      case IssueKind::KernelWithoutLaunch:
        break;  // told below, with the work that has no id at all
      case IssueKind::PartialOverlap:
        findings.addIssue(kind, &flagged.overlapping);
        break;
      case IssueKind::GraphReplay:
        findings.addIssue(kind, &flagged.graphReplay);
        break;
      case IssueKind::ZeroTimeOutlier:
        findings.addIssue(kind, &flagged.atZero);
        break;
      case IssueKind::BeginWithoutEnd:
      case IssueKind::AsyncBeginWithoutEnd:
        findings.addIssue(kind, &flagged.unfinished);
        break;
      case IssueKind::NegativeLaunchLatency:
        findings.addIssue(kind, &early.beforeCall);
        break;
      default:
        findings.addIssue(kind, isOnlyRepair(trace.report(), kind) ? &flagged.repaired : nullptr);
    }
  }
}

void addDeviceFindings(Findings& findings, const Trace& trace, const FlaggedSpans& flagged, const EarlyWork& early) {
  const IssueText& text = issueText(IssueKind::KernelWithoutLaunch);
  const IssueMeaning& meaning = issueMeaning(IssueKind::KernelWithoutLaunch);
  Finding missing{.key = text.key, .what = text.description, .meaning = meaning.meaning, .touches = meaning.touches};
  constexpr std::uint64_t tolerated = 100;  // a percent: work launched before the recording began
  missing.severity =
      flagged.withoutLaunch.count * tolerated > flagged.work ? FindingSeverity::Caution : FindingSeverity::Note;
  if (const Issue& issue = trace.report()[IssueKind::KernelWithoutLaunch]; issue.count != 0) {
    missing.firstOffset = issue.firstOffset;
  }
  findings.add(std::move(missing), flagged.withoutLaunch.count, flagged.withoutLaunch.spans);
  const Examples overlapping = workOverOtherWork(trace);
  findings.add({.key = "stream_overlap",
                .severity = FindingSeverity::Caution,
                .what = "device work overlaps other work of its own stream",
                .meaning = "A stream runs one after the other, so either a kernel was let start early (programmatic "
                           "dependent launch) or the profiler's end times are too late (known of ROCm). Sums count the "
                           "common time twice; busy time counts it once.",
                .touches = {KernelStatistics}},
               overlapping.count, overlapping.spans);
  findings.add(
      {.key = "zero_duration_kernel",
       .severity = FindingSeverity::Caution,
       .what = "kernels last no time at all",
       .meaning = "Every kernel takes a microsecond or so; the file rounds to whole microseconds, or the profiler lost "
                  "their end. They are in counts, not in sums, and pull mean and median down.",
       .touches = {DeviceBusy, KernelStatistics}},
      flagged.kernelsOfNoLength.count, flagged.kernelsOfNoLength.spans);
  findings.add({.key = "kernel_before_launch_returned",
                .severity = FindingSeverity::Note,
                .what = "kernels start while the call that launched them still runs",
                .meaning = "Usual where a call does more than launch or waits for a full queue. Latency is measured "
                           "from the call's begin, so it stays positive.",
                .touches = {}},
               early.beforeReturn.count, early.beforeReturn.spans);
}

/// "rises by 23 µs within 1.2 s".
std::string describe(const ClockMove& move) {
  return std::string(move.byNs > 0 ? "rises" : "falls") + " by " + formatDuration({std::abs(move.byNs)}) + " within " +
         formatDuration(move.range.length());
}

void addClockMoves(Findings& findings, const std::vector<ClockMove>& moves) {
  constexpr std::string_view meaning =
      "Kernels that an idle device starts at once all take the same least time from their call on, so the clocks of "
      "host and device moved against each other. Launch latency, idle causes and queue depth are wrong by as much; "
      "times within the device, and within the host, are right.";
  for (const ClockMove& move : moves) {
    const bool isJump = move.kind == ClockMove::Kind::Jump;
    Finding finding{.key = isJump ? "clock_jump" : "launch_latency_drift",
                    .severity = FindingSeverity::Caution,
                    .what = isJump ? "the least launch latency of a device changes at one moment, and for good"
                                   : "the least launch latency of a device changes steadily over the trace",
                    .meaning = meaning,
                    .touches = {IdleCauses, LaunchLatency, QueueDepth}};
    finding.example = describe(move);
    findings.add(std::move(finding), 1, move.floors);
  }
}

void addClockFindings(Findings& findings, const Trace& trace) {
  Examples far = workFarFromHost(trace);
  findings.add({.key = "device_far_from_host",
                .severity = FindingSeverity::Caution,
                .what = "device work lies far outside the host's time",
                .meaning = "Device and host clocks were not aligned, or two recordings were merged. Times between "
                           "host and device mean nothing; those within the device are right.",
                .touches = {WallTime, IdleCauses, LaunchLatency, QueueDepth, Steps}},
               far.count, std::move(far.spans));
  ClockChecks checks = clockChecks(trace);
  findings.add({.key = "clock_drift",
                .severity = FindingSeverity::Caution,
                .what = "device and host clocks drift apart: the least launch latency falls below zero over time",
                .meaning = "The later in the trace, the more host and device are shifted against each other. Launch "
                           "latency and idle causes are wrong by that; times within the device are right.",
                .touches = {IdleCauses, LaunchLatency, QueueDepth}},
               checks.drifting.count, std::move(checks.drifting.spans));
  addClockMoves(findings, checks.moves);
}

void addMemoryFindings(Findings& findings, const MemoryChecks& checks) {
  findings.add({.key = "memory_without_totals",
                .severity = FindingSeverity::Caution,
                .what = "memory records without totals",
                .meaning = "The file says what was allocated and freed, not what was there before. Totals are summed "
                           "up from the least that keeps them from falling below zero; the true ones may be larger.",
                .touches = {Counters}},
               checks.withoutTotals);
  const auto addFault = [&](std::string_view key, MemoryIssueKind kind, std::string_view meaning) {
    findings.add({.key = key,
                  .severity = FindingSeverity::Caution,
                  .what = memoryIssueText(kind).description,
                  .meaning = meaning,
                  .touches = {Counters}},
                 checks[kind]);
  };
  addFault("memory_negative_total", MemoryIssueKind::NegativeTotal,
           "The profiler lost records or counts from the middle of a run. The memory curve shows them as they are; its "
           "changes are right, its height is not.");
  addFault("memory_impossible_total", MemoryIssueKind::ImpossibleTotal,
           "No program uses more than its allocator holds: one of the two was read at another time, or is wrong. What "
           "is reserved and not in use cannot be told there.");
  addFault("memory_absurd_size", MemoryIssueKind::AbsurdSize,
           "A damaged record, or a number of something else. Neither curve nor blocks have it.");
}

}  // namespace

std::string_view toText(FindingSeverity severity) {
  constexpr std::array<std::string_view, 3> texts{"note", "caution", "lost"};
  return texts[static_cast<std::size_t>(severity)];
}

Trust Trust::of(const Trace& trace, const std::stop_token& stop) {
  Findings findings(trace);
  const FlaggedSpans flagged = flaggedSpans(trace);
  const EarlyWork early = earlyWork(trace);
  addIssues(findings, trace, flagged, early);
  addDeviceFindings(findings, trace, flagged, early);
  addClockFindings(findings, trace);
  addMemoryFindings(findings, memoryChecks(trace));
  const Examples idleSteps = stepsWithoutWork(trace, stop);
  findings.add({.key = "step_without_device_work",
                .severity = FindingSeverity::Caution,
                .what = "steps without any device work",
                .meaning = "Either the device was not recorded from the beginning (profilers miss the first steps), or "
                           "its work ran after the step had ended. Means over steps include them.",
                .touches = {Steps}},
               idleSteps.count, idleSteps.spans);
  Trust trust;
  if (!stop.stop_requested()) {
    findings.findSpansByOffset();
    trust.m_findings = findings.take();
  }
  return trust;
}

const Finding* Trust::find(std::string_view key) const {
  const auto at = std::ranges::find(m_findings, key, &Finding::key);
  return at == m_findings.end() ? nullptr : &*at;
}

std::vector<const Finding*> Trust::touching(Figures figures) const {
  std::vector<const Finding*> touching;
  for (const Finding& finding : m_findings) {
    if (finding.severity != FindingSeverity::Note && finding.touches.overlaps(figures)) {
      touching.push_back(&finding);
    }
  }
  return touching;
}

std::size_t Trust::warnings() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      m_findings, [](const Finding& finding) { return finding.severity != FindingSeverity::Note; }));
}

}  // namespace kernline
