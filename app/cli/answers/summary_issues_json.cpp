// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/summary_issues_json.h"

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

Json dataIssueJson(const Trace& trace, const DataIssue& issue) {
  Json affects = Json::array();
  for (std::size_t f = 0; f < static_cast<std::size_t>(Figure::Count_); ++f) {
    if (issue.affects.contains(static_cast<Figure>(f))) {
      affects.push_back(textValue(toText(static_cast<Figure>(f))));
    }
  }
  constexpr std::size_t maxShown = 5;
  Json spans = Json::array();
  for (std::size_t i = 0; i < std::min(maxShown, issue.spans.size()); ++i) {
    const SpanId span = issue.spans[i];
    spans.push_back({{"name", textValue(trace.nameText(span))},
                     {"track", textValue(fullTitle(trace, trace.track(trace.trackOf(span))))},
                     {"start_ns", trace.start(span).ns},
                     {"duration_ns", trace.duration(span).ns}});
  }
  return {{"kind", textValue(issue.key)},
          {"severity", textValue(toText(issue.severity))},
          {"count", issue.count},
          {"offset", issue.firstOffset ? Json(*issue.firstOffset) : Json{}},
          {"place", issue.place.isEmpty() ? Json{} : textValue(issue.place.english())},
          {"example", textValue(issue.example.english())},
          {"description", textValue(issue.what)},
          {"meaning", textValue(issue.meaning)},
          {"touches", std::move(affects)},
          {"spans", std::move(spans)}};
}

}  // namespace kernline::cli
