// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/arranged_hits.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

Expected<ArrangedHits> arrangeHits(const Trace& trace, std::shared_ptr<const std::vector<SpanId>> found,
                                   std::optional<TimeRange> range, const std::stop_token& stop) {
  ArrangedHits hits{found, {}};
  if (range && found) {
    auto inside = std::make_shared<std::vector<SpanId>>();
    std::ranges::copy_if(*found, std::back_inserter(*inside),
                         [&](SpanId s) { return trace.range(s).overlaps(*range); });
    found = std::move(inside);
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("The search was canceled.")});
  }
  hits.inRange = MatchSet(trace, std::move(found));
  return hits;
}

std::shared_ptr<const std::vector<SpanId>> inOrderOfTime(const Trace& trace, std::vector<SpanId> spans) {
  std::vector<std::pair<Time, SpanId>> places;
  places.reserve(spans.size());
  for (const SpanId s : spans) {
    places.emplace_back(trace.start(s), s);
  }
  std::ranges::sort(places);
  spans.clear();
  std::ranges::transform(places, std::back_inserter(spans), [](const auto& place) { return place.second; });
  spans.erase(std::ranges::unique(spans).begin(), spans.end());
  return std::make_shared<const std::vector<SpanId>>(std::move(spans));
}

}  // namespace kernline::ui
