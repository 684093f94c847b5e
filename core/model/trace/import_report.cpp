// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/import_report.h"

#include "core/model/base/message.h"

#include <algorithm>

namespace kernline {

const IssueText& issueText(IssueKind kind) {
  using enum IssueKind;
  using enum IssueSeverity;
  static constexpr std::array<IssueText, issueKindCount> texts{{
      {TruncatedInput, "truncated_input", Phrase::tr("the file is truncated; what precedes the end is shown"), Lost},
      {MemoryLimit, "memory_limit", Phrase::tr("the memory limit was reached; the rest of the file was not read"),
       Lost},
      {MissingComma, "missing_comma", Phrase::tr("missing commas were assumed"), Repaired},
      {ExtraComma, "extra_comma", Phrase::tr("extra commas were ignored"), Repaired},
      {BrokenEvent, "broken_event", Phrase::tr("unreadable events were skipped"), Lost},
      {UnescapedQuote, "unescaped_quote", Phrase::tr("unescaped quotes in strings were kept as text"), Repaired},
      {RawBackslash, "raw_backslash", Phrase::tr("unescaped backslashes were kept as text"), Repaired},
      {ControlCharacter, "control_character", Phrase::tr("control characters in strings were kept"), Repaired},
      {InvalidUtf8, "invalid_utf8", Phrase::tr("invalid UTF-8 was replaced"), Repaired},
      {NonFiniteNumber, "non_finite_number", Phrase::tr("NaN and infinite values were treated as missing"), Repaired},
      {HugeInteger, "huge_integer", Phrase::tr("integers over 64 bits were kept as text"), Note},
      {DuplicateKey, "duplicate_key", Phrase::tr("duplicate keys in an event; the last value counts"), Repaired},
      {DamagedValue, "damaged_value",
       Phrase::tr("events with values that are no JSON, as numbers with a decimal comma"), Repaired},
      {ConcatenatedDocument, "concatenated_document", Phrase::tr("several JSON documents in the file; all were read"),
       Note},
      {TrailingText, "trailing_text", Phrase::tr("text after the document was skipped"), Lost},
      {EmptyEvent, "empty_event", Phrase::tr("entries that are not events were skipped"), Note},
      {UnknownPhase, "unknown_phase", Phrase::tr("events with an unknown phase were skipped"), Lost},
      {MissingTimestamp, "missing_timestamp", Phrase::tr("events without a timestamp were skipped"), Lost},
      {BadTimestamp, "bad_timestamp", Phrase::tr("events with an invalid timestamp were skipped"), Lost},
      {ClampedTime, "clamped_time", Phrase::tr("times outside 64-bit nanoseconds were clamped"), Repaired},
      {MissingDuration, "missing_duration", Phrase::tr("complete events without a duration were given duration 0"),
       Repaired},
      {BadDuration, "bad_duration", Phrase::tr("complete events with an invalid duration were given duration 0"),
       Repaired},
      {NegativeDuration, "negative_duration", Phrase::tr("negative durations were set to 0"), Repaired},
      {ZeroTimeOutlier, "zero_time_outlier",
       Phrase::tr("events at time 0, far before all others, were left out of the trace bounds"), Repaired},
      {EndWithoutBegin, "end_without_begin", Phrase::tr("end events without a begin were skipped"), Lost},
      {BeginWithoutEnd, "begin_without_end",
       Phrase::tr("begin events without an end were closed at the end of their thread"), Repaired},
      {MismatchedEnd, "mismatched_end", Phrase::tr("end events have another name than their begin"), Repaired},
      {AsyncEndWithoutBegin, "async_end_without_begin",
       Phrase::tr("async end or step events without a begin were skipped"), Lost},
      {AsyncBeginWithoutEnd, "async_begin_without_end",
       Phrase::tr("async begin events without an end were closed at the end of the trace"), Repaired},
      {PartialOverlap, "partial_overlap", Phrase::tr("overlapping spans that do not nest were put on extra lanes"),
       Note},
      {DanglingFlow, "dangling_flow", Phrase::tr("flow events without a counterpart or a span"), Note},
      {BadCounterValue, "bad_counter_value", Phrase::tr("invalid counter values were skipped"), Lost},
      {UnreadMetadata, "unread_metadata", Phrase::tr("unusable metadata events"), Note},
      {KernelWithoutLaunch, "kernel_without_launch", Phrase::tr("device work whose launch call is not in the trace"),
       Note},
      {AmbiguousLaunch, "ambiguous_launch",
       Phrase::tr("device work with an ambiguous correlation id, shared by several processes, was not linked"), Note},
      {NegativeLaunchLatency, "negative_launch_latency", Phrase::tr("device work starts before its launch call"), Note},
      {GuessedDevice, "guessed_device", Phrase::tr("processes were treated as devices because of their track names"),
       Note},
      {GraphReplay, "graph_replay", Phrase::tr("device work of CUDA graphs: many kernels per launch call"), Note},
      {TotalsWithoutTimes, "totals_without_times", Phrase::tr("trees have totals only; spans are not placed in time"),
       Note},
      {UnsupportedRecord, "unsupported_record", Phrase::tr("records of kinds that are counted but not shown"), Note},
      {NoDeviceRecords, "no_device_records",
       Phrase::tr("the recording has no CUDA data: no kernels, copies or API calls"), Note},
      {ProfilerWarning, "profiler_warning", Phrase::tr("the profiler reported warnings"), Note},
      {ProfilerError, "profiler_error", Phrase::tr("the profiler reported errors"), Lost},
  }};
  return texts[static_cast<std::size_t>(kind)];
}

void ImportReport::add(IssueKind kind, std::uint64_t offset, std::string_view example) {
  addMany(kind, 1, offset, example);
}

void ImportReport::addMany(IssueKind kind, std::uint64_t count, std::uint64_t offset, std::string_view example) {
  if (count == 0) {
    return;
  }
  constexpr std::size_t maxExampleLength = 120;
  Issue& issue = m_issues[static_cast<std::size_t>(kind)];
  const std::string_view shortened = example.substr(0, maxExampleLength);
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

std::uint64_t ImportReport::count(IssueSeverity severity) const {
  std::uint64_t counted = 0;
  for (const IssueKind kind : kinds()) {
    counted += issueText(kind).severity == severity ? (*this)[kind].count : 0;
  }
  return counted;
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
