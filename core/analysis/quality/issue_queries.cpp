// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about the issues of a trace.
#include "core/analysis/quality/data_quality.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/part_of_file.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

Message DataQuality::missingPart() const {
  const auto sentence = [this](IssueKind kind, Phrase phrase) {
    const DataIssue* issue = find(issueText(kind).key);
    return issue == nullptr ? Message() : phrase.with(issue->place);
  };
  Message said = sentence(IssueKind::TruncatedInput, Phrase::tr("The file is cut off at %1: everything after is "
                                                                "missing."));
  if (said.isEmpty()) {
    said = sentence(IssueKind::MemoryLimit,
                    Phrase::tr("The memory limit was reached at %1: everything after is missing."));
  }
  if (said.isEmpty() && find(partOfFileIssue) != nullptr) {
    said = exportOfPart();
  }
  if (const DataIssue* outside = find(outsideRangeIssue); outside != nullptr) {
    said = said.isEmpty() ? notReadOutsideRange(outside->count) : said.then(notReadOutsideRange(outside->count));
  }
  const DataIssue* launches = find(launchesWithoutActivityIssue);
  return said.isEmpty() || launches == nullptr
             ? said
             : said.then(Phrase::tr("The loaded range has launch calls (%1), but no GPU work.")
                             .with(formatCount(launches->count)));
}

const DataIssue* DataQuality::find(std::string_view key) const {
  const auto at = std::ranges::find(m_issues, key, &DataIssue::key);
  return at == m_issues.end() ? nullptr : &*at;
}

std::vector<const DataIssue*> DataQuality::affecting(Figures figures) const {
  std::vector<const DataIssue*> affecting;
  for (const DataIssue& issue : m_issues) {
    if (issue.severity != DataIssueSeverity::Note && issue.affects.overlaps(figures)) {
      affecting.push_back(&issue);
    }
  }
  return affecting;
}

std::size_t DataQuality::warnings() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      m_issues, [](const DataIssue& issue) { return issue.severity != DataIssueSeverity::Note; }));
}

}  // namespace kernline
