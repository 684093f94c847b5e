// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/summary_findings_json.h"

#include "app/cli/kit/track_title.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline::cli {

Json issueJson(const ImportReport& report, IssueKind kind) {
  const Issue& issue = report[kind];
  const IssueText& text = issueText(kind);
  constexpr const char* severities[] = {"note", "repaired", "lost"};
  return {{"kind", textValue(text.key)},
          {"count", issue.count},
          {"offset", issue.firstOffset},
          {"example", textValue(issue.example)},
          {"severity", severities[static_cast<std::size_t>(text.severity)]},
          {"description", textValue(text.description)}};
}

Json findingJson(const Trace& trace, const Finding& finding) {
  Json touches = Json::array();
  for (std::size_t f = 0; f < static_cast<std::size_t>(Figure::Count_); ++f) {
    if (finding.touches.contains(static_cast<Figure>(f))) {
      touches.push_back(textValue(toText(static_cast<Figure>(f))));
    }
  }
  constexpr std::size_t maxShown = 5;
  Json spans = Json::array();
  for (std::size_t i = 0; i < std::min(maxShown, finding.spans.size()); ++i) {
    const SpanId span = finding.spans[i];
    spans.push_back({{"name", textValue(trace.nameText(span))},
                     {"track", textValue(fullTitle(trace, trace.track(trace.trackOf(span))))},
                     {"start_ns", trace.start(span).ns},
                     {"duration_ns", trace.duration(span).ns}});
  }
  return {{"kind", textValue(finding.key)},
          {"severity", textValue(toText(finding.severity))},
          {"count", finding.count},
          {"offset", finding.firstOffset ? Json(*finding.firstOffset) : Json{}},
          {"place", finding.place.isEmpty() ? Json{} : textValue(finding.place.english())},
          {"example", textValue(finding.example.english())},
          {"description", textValue(finding.what)},
          {"meaning", textValue(finding.meaning)},
          {"touches", std::move(touches)},
          {"spans", std::move(spans)}};
}

}  // namespace kernline::cli
