// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/log_report.h"

#include "core/model/format/quantity.h"

#include <cassert>

namespace kernline {

namespace {

constexpr std::size_t maxExampleLength = 120;

}  // namespace

const LogIssueText& logIssueText(LogIssueKind kind) {
  using enum LogIssueKind;
  using enum LogIssueSeverity;
  static constexpr LogIssueText texts[] = {
      {DamagedInput, "damaged_input", Phrase::tr("the input is truncated or damaged"), Lost},
      {LongLine, "long_line", Phrase::tr("lines over 1 MiB, read up to that length"), Lost},
      {InvalidUtf8, "invalid_utf8", Phrase::tr("invalid UTF-8 in the text that was kept"), Repaired},
      {BinaryLine, "binary_line", Phrase::tr("binary lines, skipped"), Lost},
      {MemoryLimit, "memory_limit", Phrase::tr("the memory limit was reached; the rest of the file was not read"),
       Lost},
      {TornRow, "torn_row", Phrase::tr("table rows with missing columns, skipped"), Lost},
      {ShortRow, "short_row", Phrase::tr("table rows with fewer cells than columns, the last left empty"), Repaired},
      {BadCell, "bad_cell", Phrase::tr("cells that are not numbers in their column's unit, kept as text"), Lost},
      {MissingHead, "missing_head", Phrase::tr("tables without a header, columns inferred from the rows"), Repaired},
      {MissingEnd, "missing_end", Phrase::tr("truncated tables"), Lost},
      {Interruption, "interruption", Phrase::tr("unrelated lines inside a table"), Note},
      {WrappedTable, "wrapped_table", Phrase::tr("tables with wrapped lines, joined again"), Repaired},
      {TrailingText, "trailing_text", Phrase::tr("text attached to a number, removed"), Repaired},
      {SkippedList, "skipped_list", Phrase::tr("lists inside records, skipped"), Note},
      {ShareContradiction, "share_contradiction",
       Phrase::tr("percentages that do not match the row's share of the total"), Doubtful},
      {AverageContradiction, "average_contradiction", Phrase::tr("averages that do not match total by calls"),
       Doubtful},
      {SumContradiction, "sum_contradiction", Phrase::tr("rows that add up to more than the printed total"), Doubtful},
      {OrderContradiction, "order_contradiction", Phrase::tr("minimum, median, average and maximum out of order"),
       Doubtful},
      {AmbiguousName, "ambiguous_name", Phrase::tr("cut names that match several longer ones"), Note},
      {TooManyMetrics, "too_many_metrics", Phrase::tr("numbers beyond 2,000,000 and failures beyond 100,000, not kept"),
       Lost},
      {TooManyTables, "too_many_tables", Phrase::tr("records with other keys than the first 1,024 tables, not kept"),
       Lost},
      {TooManyRows, "too_many_rows", Phrase::tr("rows and parts beyond the largest size of a table, not kept"), Lost},
  };
  static_assert(std::size(texts) == logIssueKindCount);
  const auto& text = texts[static_cast<std::size_t>(kind)];
  assert(text.kind == kind);
  return text;
}

void LogReport::add(LogIssueKind kind, std::uint32_t line, std::string_view example) {
  LogIssue& issue = m_issues[static_cast<std::size_t>(kind)];
  if (issue.count++ == 0) {
    issue.example = example.substr(0, maxExampleLength);
  }
  if (issue.lines.size() < maxLines) {
    issue.lines.push_back(line);
  }
}

Message LogReport::missingPart() const {
  const LogIssue& limit = (*this)[LogIssueKind::MemoryLimit];
  if (limit.count == 0) {
    return {};
  }
  return limit.lines.front() > 0 ? Phrase::tr("The memory limit was reached at line %1: everything after is missing.")
                                       .with(formatCount(limit.lines.front()))
                                 : Phrase::tr("The memory limit was reached: the last launches (%1) are missing.")
                                       .with(formatCount(limit.count));
}

std::vector<LogIssueKind> LogReport::kinds() const {
  std::vector<LogIssueKind> found;
  for (std::size_t i = 0; i < logIssueKindCount; ++i) {
    if (m_issues[i].count > 0) {
      found.push_back(static_cast<LogIssueKind>(i));
    }
  }
  return found;
}

}  // namespace kernline
