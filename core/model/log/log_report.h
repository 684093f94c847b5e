// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Kinds of data issues in a log: skipped, repaired or possibly wrong. One entry of `logIssueText` each.
enum class LogIssueKind : std::uint8_t {
  // the text
  DamagedInput,  ///< the compressed stream ends early
  LongLine,      ///< a line beyond a mebibyte; its first mebibyte was read
  InvalidUtf8,   ///< invalid UTF-8 in stored text; shown as U+FFFD
  BinaryLine,    ///< bytes that are no text; passed over
  MemoryLimit,   ///< the rest was not read: out of memory
  // the tables
  TornRow,       ///< a line of a table that does not have its columns; left out
  ShortRow,      ///< a line with fewer cells than its table has columns; the last are empty
  BadCell,       ///< a cell that is no number of its column's unit; stays text
  MissingHead,   ///< a table without its first lines; the columns follow from its rows
  MissingEnd,    ///< a table whose last line is missing
  Interruption,  ///< a line of something else inside a table
  WrappedTable,  ///< table whose lines were wrapped, and joined again
  TrailingText,  ///< text glued to a number; left off
  SkippedList,   ///< a list inside a record of results; no part of its row
  // figures that contradict each other
  ShareContradiction,    ///< a percentage that is not its row's part of the total
  AverageContradiction,  ///< an average that is not the total by the calls
  SumContradiction,      ///< rows that add up to more than the total
  OrderContradiction,    ///< a minimum, median, average or maximum out of order
  AmbiguousName,         ///< a cut name that several longer ones begin with
  // what was too much
  TooManyMetrics,  ///< numbers beyond the first two million, failures, files, settings beyond a hundred thousand
  TooManyTables,   ///< records whose members are those of none of the first 1,024 tables of records
  TooManyRows,     ///< rows, texts and parts beyond what the reader of a format keeps
  Count_
};

inline constexpr std::size_t logIssueKindCount = static_cast<std::size_t>(LogIssueKind::Count_);

enum class LogIssueSeverity : std::uint8_t { Note, Repaired, Lost, Doubtful };

struct LogIssueText {
  LogIssueKind kind;
  std::string_view key;          ///< stable key for programs, e.g. "torn_row"
  std::string_view description;  ///< one short clause for people
  LogIssueSeverity severity;
};

/// The text of a kind. Never fails for a kind below `Count_`.
[[nodiscard]] const LogIssueText& logIssueText(LogIssueKind kind);

struct LogIssue {
  std::uint64_t count = 0;
  std::string example;               ///< text of the first occurrence
  std::vector<std::uint32_t> lines;  ///< line numbers of the first hundred occurrences
};

/// Counts by kind, with lines.
class LogReport {
 public:
  static constexpr std::size_t maxLines = 100;

  void add(LogIssueKind kind, std::uint32_t line, std::string_view example = {});

  [[nodiscard]] const LogIssue& operator[](LogIssueKind kind) const { return m_issues[static_cast<std::size_t>(kind)]; }
  /// The kinds that occurred, in enum order.
  [[nodiscard]] std::vector<LogIssueKind> kinds() const;
  /// Returns a text on parts missing because of the memory limit; empty if none are.
  [[nodiscard]] Message missingPart() const;

 private:
  std::array<LogIssue, logIssueKindCount> m_issues;
};

}  // namespace kernline
