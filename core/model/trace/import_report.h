// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Kinds of data issues that an importer skips, repairs, clamps or leaves dangling. One entry of `issueText` each.
enum class IssueKind : std::uint8_t {
  // damaged text
  TruncatedInput,        ///< the document or the compressed stream ends early
  MemoryLimit,           ///< the rest of the file was not read: out of memory
  MissingComma,          ///< two events or members without a comma between them
  ExtraComma,            ///< a trailing or doubled comma
  BrokenEvent,           ///< an event that could not be read; skipped
  UnescapedQuote,        ///< a quote inside a string; read as text
  RawBackslash,          ///< a backslash that starts no JSON escape; read as text
  ControlCharacter,      ///< a raw byte below 0x20 inside a string; read as it is
  InvalidUtf8,           ///< replaced by U+FFFD
  NonFiniteNumber,       ///< NaN, Infinity and their spellings; read as absent
  HugeInteger,           ///< an integer beyond 64 bits; stored as text
  DuplicateKey,          ///< the last value wins
  DamagedValue,          ///< a value that is no JSON, as a number with a decimal comma; read as far as it goes
  ConcatenatedDocument,  ///< a further JSON document in the same file; read as well
  TrailingText,          ///< text after the document; skipped
  // events with impossible or incomplete contents
  EmptyEvent,        ///< {} or an entry that is no object; skipped
  UnknownPhase,      ///< ph absent or not one the format has; skipped
  MissingTimestamp,  ///< ts absent where one is needed; skipped
  BadTimestamp,      ///< ts is no number; skipped
  ClampedTime,       ///< a time beyond what 64-bit nanoseconds hold; clamped
  MissingDuration,   ///< X without dur; drawn with length 0
  BadDuration,       ///< dur is no number; drawn with length 0
  NegativeDuration,  ///< clamped to 0
  ZeroTimeOutlier,   ///< time 0 among epoch times; excluded from the trace's bounds
  EndWithoutBegin,   ///< E without B; skipped
  BeginWithoutEnd,   ///< B without E; ended with its thread and marked unfinished
  MismatchedEnd,     ///< E whose name differs from the open B; ends it all the same
  AsyncEndWithoutBegin,
  AsyncBeginWithoutEnd,
  PartialOverlap,   ///< spans of one thread that overlap without nesting; on lanes of their own
  DanglingFlow,     ///< a flow end without its other end, or with no span to bind to
  BadCounterValue,  ///< a counter value that is no number; that sample skipped
  UnreadMetadata,   ///< an M event whose args could not be used
  // things about the GPU
  KernelWithoutLaunch,    ///< device activity whose correlation id has no call
  AmbiguousLaunch,        ///< device activity whose correlation id calls of several processes have; not linked
  NegativeLaunchLatency,  ///< device activity that starts before its call
  GuessedDevice,          ///< a process taken for a device because its rows are called streams
  GraphReplay,            ///< device activity of a CUDA graph: many, one launch
  TotalsWithoutTimes,     ///< a tree of totals: spans are as wide as they weigh, their order has no meaning
  UnsupportedRecord,      ///< a record of a kind that Kernline counts but does not show (memory dumps, objects, ...)
  // the profiler's own records of its recording
  NoDeviceRecords,  ///< no device was recorded at all
  ProfilerWarning,
  ProfilerError,
  Count_
};

inline constexpr std::size_t issueKindCount = static_cast<std::size_t>(IssueKind::Count_);

/// The effect of an issue on the figures.
enum class IssueSeverity : std::uint8_t { Note, Repaired, Lost };

struct IssueText {
  IssueKind kind;
  std::string_view key;          ///< stable key for programs, e.g. "partial_overlap"
  std::string_view description;  ///< one short clause for people
  IssueSeverity severity;
};

/// The text of a kind. Never fails for a kind below `Count_`.
[[nodiscard]] const IssueText& issueText(IssueKind kind);

struct Issue {
  std::uint64_t count = 0;
  std::uint64_t firstOffset = 0;  ///< offset of the first occurrence in the source; see EventSource
  std::string example;            ///< the name or a short piece of the first one; may be empty
};

/// Counts by kind with the first offset of each. Merging keeps the smallest offset.
class ImportReport {
 public:
  void add(IssueKind kind, std::uint64_t offset, std::string_view example = {});
  void addMany(IssueKind kind, std::uint64_t count, std::uint64_t offset, std::string_view example = {});
  void merge(const ImportReport& other);

  [[nodiscard]] const Issue& operator[](IssueKind kind) const { return m_issues[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] bool isClean() const;

  /// The number of issues of this severity, over all kinds.
  [[nodiscard]] std::uint64_t count(IssueSeverity severity) const;

  /// The kinds that occurred, in enum order.
  [[nodiscard]] std::vector<IssueKind> kinds() const;

 private:
  std::array<Issue, issueKindCount> m_issues;
};

}  // namespace kernline
