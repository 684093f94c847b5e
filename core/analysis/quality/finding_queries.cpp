// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about the findings of a trace.
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
    const Finding* finding = find(issueText(kind).key);
    return finding == nullptr ? Message() : phrase.with(finding->place);
  };
  Message said = sentence(IssueKind::TruncatedInput, Phrase::tr("The file is cut off at %1: everything after is "
                                                                "missing."));
  if (said.isEmpty()) {
    said = sentence(IssueKind::MemoryLimit,
                    Phrase::tr("The memory limit was reached at %1: everything after is missing."));
  }
  if (said.isEmpty() && find(partOfFileFinding) != nullptr) {
    said = exportOfPart();
  }
  if (const Finding* outside = find(outsideRangeFinding); outside != nullptr) {
    said = said.isEmpty() ? notReadOutsideRange(outside->count) : said.then(notReadOutsideRange(outside->count));
  }
  const Finding* launches = find(launchesWithoutWorkFinding);
  return said.isEmpty() || launches == nullptr
             ? said
             : said.then(Phrase::tr("The loaded range has launch calls (%1), but no GPU work.")
                             .with(formatCount(launches->count)));
}

const Finding* DataQuality::find(std::string_view key) const {
  const auto at = std::ranges::find(m_findings, key, &Finding::key);
  return at == m_findings.end() ? nullptr : &*at;
}

std::vector<const Finding*> DataQuality::affecting(Figures figures) const {
  std::vector<const Finding*> affecting;
  for (const Finding& finding : m_findings) {
    if (finding.severity != FindingSeverity::Note && finding.touches.overlaps(figures)) {
      affecting.push_back(&finding);
    }
  }
  return affecting;
}

std::size_t DataQuality::warnings() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      m_findings, [](const Finding& finding) { return finding.severity != FindingSeverity::Note; }));
}

}  // namespace kernline
