// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/log_report.h"

#include <cassert>

namespace kernline {

namespace {

using enum LogIssueKind;
using enum LogIssueSeverity;

constexpr std::size_t longestExample = 120;

constexpr LogIssueText texts[] = {
    {DamagedInput, "damaged_input", "the input ends early or is damaged", Lost},
    {LongLine, "long_line", "lines longer than 1 MiB, read up to there", Lost},
    {InvalidUtf8, "invalid_utf8", "bytes that are no UTF-8 in what was kept", Repaired},
    {BinaryLine, "binary_line", "lines of bytes that are no text, passed over", Lost},
    {TornRow, "torn_row", "lines of a table that lack columns, left out", Lost},
    {BadCell, "bad_cell", "cells that are no number of their column's unit, kept as text", Lost},
    {MissingHead, "missing_head", "tables without their first lines, columns found from the rows", Repaired},
    {MissingEnd, "missing_end", "tables that end in the middle", Lost},
    {Interruption, "interruption", "lines of something else inside a table", Note},
    {WrappedTable, "wrapped_table", "tables whose lines were wrapped, put together again", Repaired},
    {TrailingText, "trailing_text", "text glued to a number, left off", Repaired},
    {ShareContradiction, "share_contradiction", "percentages that are not their row's part of the total", Doubtful},
    {AverageContradiction, "average_contradiction", "averages that are not the total by the calls", Doubtful},
    {SumContradiction, "sum_contradiction", "rows that add up to more than the printed total", Doubtful},
    {OrderContradiction, "order_contradiction", "minimum, median, average and maximum out of order", Doubtful},
    {AmbiguousName, "ambiguous_name", "cut names that several longer ones begin with", Note},
    {TooManyMetrics, "too_many_metrics", "beyond two million numbers or a hundred thousand failures, not kept", Lost},
};
static_assert(std::size(texts) == logIssueKindCount);

}  // namespace

const LogIssueText& logIssueText(LogIssueKind kind) {
  const auto& text = texts[static_cast<std::size_t>(kind)];
  assert(text.kind == kind);
  return text;
}

void LogReport::add(LogIssueKind kind, std::uint32_t line, std::string_view example) {
  LogIssue& issue = m_issues[static_cast<std::size_t>(kind)];
  if (issue.count++ == 0) {
    issue.example = example.substr(0, longestExample);
  }
  if (issue.lines.size() < mostLines) {
    issue.lines.push_back(line);
  }
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
