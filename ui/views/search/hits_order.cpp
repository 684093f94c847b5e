// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/hits_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

/// The place of each name among all, so that sorting compares numbers.
std::vector<std::uint32_t> ranksOfNames(const Trace& trace) {
  std::vector<std::uint32_t> order(trace.strings().size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return trace.text(StringId{i}); });
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    ranks[order[place]] = place;
  }
  return ranks;
}

std::int64_t keyOf(const Trace& trace, std::span<const std::uint32_t> names, HitColumn column, SpanId s) {
  switch (column) {
    case HitColumn::Name:
      return names[index(trace.name(s))];
    case HitColumn::Category: {
      const CategoryId category = trace.category(s);
      return category == CategoryId::none ? -1 : std::int64_t{names[index(trace.categories()[index(category)])]};
    }
    case HitColumn::Track:
      return static_cast<std::int64_t>(index(trace.trackOf(s)));
    case HitColumn::Duration:
      return trace.duration(s).ns;
    case HitColumn::Start:
      break;
  }
  return trace.start(s).ns;
}

}  // namespace

Expected<std::shared_ptr<const std::vector<SpanId>>> sortedHits(const Trace& trace,
                                                                std::shared_ptr<const std::vector<SpanId>> byStart,
                                                                HitColumn column, bool isDescending,
                                                                const std::stop_token& stop) {
  if (column == HitColumn::Start && !isDescending) {
    return byStart;
  }
  const std::vector<std::uint32_t> names = ranksOfNames(trace);
  struct Keyed {
    std::int64_t key;
    std::uint32_t place;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(byStart->size());
  for (const SpanId s : *byStart) {
    const std::int64_t key = keyOf(trace, names, column, s);
    keyed.push_back({isDescending ? -key : key, static_cast<std::uint32_t>(keyed.size())});
  }
  if (!stop.stop_requested()) {
    std::ranges::sort(keyed, {}, [](const Keyed& k) { return std::pair(k.key, k.place); });
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Cancelled, Phrase::tr("Sorting was cancelled.")});
  }
  std::vector<SpanId> sorted;
  sorted.reserve(keyed.size());
  std::ranges::transform(keyed, std::back_inserter(sorted), [&](const Keyed& k) { return (*byStart)[k.place]; });
  return std::make_shared<const std::vector<SpanId>>(std::move(sorted));
}

}  // namespace kernline::ui
