// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/import_report.h"

#include <algorithm>

namespace kernline {

namespace {

using enum IssueKind;
using enum IssueSeverity;

constexpr std::array<IssueText, issueKindCount> texts{{
    {TruncatedInput, "truncated_input", "the file ends early; what came before the end is shown", Lost},
    {MissingComma, "missing_comma", "commas were missing and have been assumed", Repaired},
    {ExtraComma, "extra_comma", "superfluous commas were ignored", Repaired},
    {BrokenEvent, "broken_event", "events that could not be read were skipped", Lost},
    {UnescapedQuote, "unescaped_quote", "quotes inside strings were not escaped and have been kept as text", Repaired},
    {RawBackslash, "raw_backslash", "backslashes were not escaped and have been kept as text", Repaired},
    {ControlCharacter, "control_character", "raw control characters inside strings were kept", Repaired},
    {InvalidUtf8, "invalid_utf8", "bytes that are no UTF-8 were replaced", Repaired},
    {NonFiniteNumber, "non_finite_number", "NaN or infinite values were read as absent", Repaired},
    {HugeInteger, "huge_integer", "integers beyond 64 bits were kept as text", Note},
    {DuplicateKey, "duplicate_key", "keys occurred twice in one event; the last value counts", Repaired},
    {ConcatenatedDocument, "concatenated_document", "the file holds several JSON documents; all were read", Note},
    {TrailingText, "trailing_text", "text behind the document was skipped", Lost},
    {EmptyEvent, "empty_event", "entries that are no events were skipped", Note},
    {UnknownPhase, "unknown_phase", "events without a phase that the format knows were skipped", Lost},
    {MissingTimestamp, "missing_timestamp", "events without a timestamp were skipped", Lost},
    {BadTimestamp, "bad_timestamp", "events whose timestamp is no number were skipped", Lost},
    {ClampedTime, "clamped_time", "times beyond the range of 64-bit nanoseconds were clamped", Repaired},
    {MissingDuration, "missing_duration", "complete events without a duration were given length 0", Repaired},
    {BadDuration, "bad_duration", "complete events whose duration is no number were given length 0", Repaired},
    {NegativeDuration, "negative_duration", "negative durations were set to 0", Repaired},
    {ZeroTimeOutlier, "zero_time_outlier", "events at time 0 beside much later ones do not count for the bounds",
     Repaired},
    {EndWithoutBegin, "end_without_begin", "ends without a begin were skipped", Lost},
    {BeginWithoutEnd, "begin_without_end", "begins without an end were ended with their thread", Repaired},
    {MismatchedEnd, "mismatched_end", "ends name another event than the one they end", Repaired},
    {AsyncEndWithoutBegin, "async_end_without_begin", "asynchronous ends or steps without a begin were skipped", Lost},
    {AsyncBeginWithoutEnd, "async_begin_without_end", "asynchronous begins without an end were ended with the trace",
     Repaired},
    {PartialOverlap, "partial_overlap", "spans overlap without nesting and sit on lanes of their own", Note},
    {DanglingFlow, "dangling_flow", "flow records have no counterpart or no span to bind to", Note},
    {BadCounterValue, "bad_counter_value", "counter values that are no number were skipped", Lost},
    {UnreadMetadata, "unread_metadata", "metadata events could not be used", Note},
    {KernelWithoutLaunch, "kernel_without_launch", "device work whose launching call is not in the trace", Note},
    {AmbiguousLaunch, "ambiguous_launch",
     "device work whose correlation id calls of several processes have; it was linked to none", Note},
    {NegativeLaunchLatency, "negative_launch_latency", "device work starts before the call that launched it", Note},
    {GraphReplay, "graph_replay", "device work of CUDA graph launches: one call started many", Note},
    {UnsupportedRecord, "unsupported_record", "records of a kind that is counted but not shown", Note},
    {NoDeviceRecords, "no_device_records", "the recording holds no CUDA data: no kernel, no copy, no call", Note},
    {ProfilerWarning, "profiler_warning", "the profiler warned while it recorded", Note},
    {ProfilerError, "profiler_error", "the profiler reported errors while it recorded", Lost},
}};

}  // namespace

const IssueText& issueText(IssueKind kind) {
  return texts[static_cast<std::size_t>(kind)];
}

void ImportReport::add(IssueKind kind, std::uint64_t offset, std::string_view example) {
  addMany(kind, 1, offset, example);
}

void ImportReport::addMany(IssueKind kind, std::uint64_t count, std::uint64_t offset, std::string_view example) {
  if (count == 0) {
    return;
  }
  constexpr std::size_t longestExample = 120;
  Issue& issue = m_issues[static_cast<std::size_t>(kind)];
  const std::string_view shortened = example.substr(0, longestExample);
  // Two at one place: the order of adding must not show.
  const bool isTold = offset == issue.firstOffset && shortened > issue.example;
  if (issue.count == 0 || offset < issue.firstOffset || isTold) {
    issue.firstOffset = offset;
    issue.example.assign(shortened);
  }
  issue.count += count;
}

void ImportReport::merge(const ImportReport& other) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    const Issue& issue = other.m_issues[i];
    addMany(static_cast<IssueKind>(i), issue.count, issue.firstOffset, issue.example);
  }
}

bool ImportReport::isClean() const {
  return std::ranges::all_of(m_issues, [](const Issue& issue) { return issue.count == 0; });
}

std::vector<IssueKind> ImportReport::kinds() const {
  std::vector<IssueKind> present;
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    if (m_issues[i].count != 0) {
      present.push_back(static_cast<IssueKind>(i));
    }
  }
  return present;
}

}  // namespace kernline
