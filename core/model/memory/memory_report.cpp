// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/memory_report.h"

#include "core/model/format/quantity.h"

#include <algorithm>

namespace kernline {

namespace {

constexpr std::array<MemoryIssueText, memoryIssueKindCount> memoryIssueTexts{{
    {MemoryIssueKind::DamagedInput, "damaged_input",
     Phrase::tr("the file is damaged; only what precedes the damage was read"), true},
    {MemoryIssueKind::MemoryLimit, "memory_limit",
     Phrase::tr("the memory limit was reached; the rest of the file was not read"), true},
    {MemoryIssueKind::OlderLeftOut, "older_left_out", Phrase::tr("oldest records, left out at the memory limit"), true},
    {MemoryIssueKind::RefusedCode, "refused_code", Phrase::tr("the file tried to run code; nothing was run"), false},
    {MemoryIssueKind::BadRecord, "bad_record", Phrase::tr("incomplete records, skipped"), true},
    {MemoryIssueKind::UnknownAction, "unknown_action", Phrase::tr("records of an unknown kind"), false},
    {MemoryIssueKind::FreeOfOlder, "free_of_older", Phrase::tr("frees of memory allocated before the recording"),
     false},
    {MemoryIssueKind::DoubleAllocation, "double_allocation", Phrase::tr("addresses allocated twice without a free"),
     true},
    {MemoryIssueKind::NegativeTotal, "negative_total", Phrase::tr("totals below zero"), true},
    {MemoryIssueKind::ImpossibleTotal, "impossible_total",
     Phrase::tr("impossible totals: more allocated than reserved"), true},
    {MemoryIssueKind::InvalidSize, "absurd_size", Phrase::tr("sizes that no device has, skipped"), true},
    {MemoryIssueKind::NoTime, "no_time", Phrase::tr("records without a time, counted in their order"), false},
    {MemoryIssueKind::UnorderedTime, "unordered_time",
     Phrase::tr("records out of order, moved to the time of the previous one"), false},
}};

}  // namespace

const MemoryIssueText& memoryIssueText(MemoryIssueKind kind) {
  return memoryIssueTexts[static_cast<std::size_t>(kind)];
}

void MemoryReport::add(MemoryIssueKind kind, std::string_view example, std::uint64_t count) {
  MemoryIssue& issue = m_issues[static_cast<std::size_t>(kind)];
  if (issue.count == 0) {
    constexpr std::size_t maxExampleBytes = 160;
    issue.example = example.substr(0, maxExampleBytes);
  }
  issue.count += count;
}

bool MemoryReport::isEmpty() const {
  return std::ranges::all_of(m_issues, [](const MemoryIssue& issue) { return issue.count == 0; });
}

Message MemoryReport::missingPart() const {
  if ((*this)[MemoryIssueKind::MemoryLimit].count > 0) {
    return Phrase::tr("The memory limit was reached: the end of the recording is missing.");
  }
  const MemoryIssue& older = (*this)[MemoryIssueKind::OlderLeftOut];
  return older.count == 0 ? Message()
                          : Phrase::tr("The memory limit was reached: the oldest records (%1) are missing.")
                                .with(formatCount(older.count));
}

}  // namespace kernline
