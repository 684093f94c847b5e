// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/memory_report.h"

#include <algorithm>

namespace kernline {

namespace {

constexpr std::array<MemoryIssueText, memoryIssueKindCount> texts{{
    {MemoryIssueKind::DamagedInput, "damaged_input", "the file is damaged; what comes before the damage was read",
     true},
    {MemoryIssueKind::RefusedCode, "refused_code", "the file wanted to run code; nothing was run", false},
    {MemoryIssueKind::BadRecord, "bad_record", "records that lack what makes them one; left out", true},
    {MemoryIssueKind::UnknownAction, "unknown_action", "records of a kind that Kernline does not know", false},
    {MemoryIssueKind::FreeOfOlder, "free_of_older", "frees of what was allocated before the recording", false},
    {MemoryIssueKind::DoubleAllocation, "double_allocation", "addresses handed out again without a free between", true},
    {MemoryIssueKind::NegativeTotal, "negative_total", "totals below zero", true},
    {MemoryIssueKind::ImpossibleTotal, "impossible_total", "totals that cannot be: more allocated than reserved", true},
    {MemoryIssueKind::AbsurdSize, "absurd_size", "sizes that no device has; left out", true},
    {MemoryIssueKind::UnorderedTime, "unordered_time", "records earlier than the one before them; moved to its time",
     false},
}};

}  // namespace

const MemoryIssueText& memoryIssueText(MemoryIssueKind kind) {
  return texts[static_cast<std::size_t>(kind)];
}

void MemoryReport::add(MemoryIssueKind kind, std::string_view example, std::uint64_t count) {
  MemoryIssue& issue = m_issues[static_cast<std::size_t>(kind)];
  if (issue.count == 0) {
    issue.example = example;
  }
  issue.count += count;
}

bool MemoryReport::isEmpty() const {
  return std::ranges::all_of(m_issues, [](const MemoryIssue& issue) { return issue.count == 0; });
}

}  // namespace kernline
