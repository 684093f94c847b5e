// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/trace_succession.h"

#include "ui/views/timeline/row_keys.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace kernline::ui {

namespace {

/// Returns the differences from `before`; values that must be set come from `fresh`.
Arrangement changes(const Arrangement& before, const Arrangement& after, const Arrangement& fresh) {
  Arrangement changed;
  for (const auto& [row, state] : after.states()) {
    if (const auto known = before.states().find(row); known == before.states().end() || known->second != state) {
      changed.setState(row, state);
    }
  }
  for (const auto& [group, rows] : after.orders()) {
    if (rows != before.order(group)) {
      changed.setOrder(group, rows);
    }
  }
  if (after.pinned() != before.pinned()) {
    changed.setPinned(after.pinned());
  }
  changed.setGrouping((after.grouping() == before.grouping() ? fresh : after).grouping());
  changed.setSharesScales((after.sharesScales() == before.sharesScales() ? fresh : after).sharesScales());
  return changed;
}

}  // namespace

SpanId sameSpan(const Trace& earlier, SpanId span, const Trace& later) {
  if (span == SpanId::none) {
    return SpanId::none;
  }
  for (std::uint32_t i = 0; i < later.spanCount(); ++i) {
    if (later.offset(SpanId{i}) == earlier.offset(span) && later.nameText(SpanId{i}) == earlier.nameText(span)) {
      return SpanId{i};
    }
  }
  return SpanId::none;
}

std::vector<SpanId> sameSpans(const Trace& earlier, const std::vector<SpanId>& spans, const Trace& later) {
  std::unordered_set<std::uint64_t> offsets;
  for (const SpanId span : spans) {
    offsets.insert(earlier.offset(span));
  }
  std::vector<SpanId> same;
  for (std::uint32_t i = 0; i < later.spanCount(); ++i) {
    if (offsets.contains(later.offset(SpanId{i}))) {
      same.push_back(SpanId{i});
    }
  }
  std::ranges::sort(same,
                    [&](SpanId a, SpanId b) { return std::pair(later.start(a), a) < std::pair(later.start(b), b); });
  return same;
}

Arrangement sameArrangement(const Trace& earlier, ArrangedRows arranged, const Trace& later, Arrangement fresh) {
  const auto& [before, after] = arranged;
  const std::vector<RowId> freshPins = fresh.pinned();
  const bool arePinsSame = after.pinned() == before.pinned();
  const RowKeys earlierKeys(earlier, RowKeys::Of::SameFile);
  const RowKeys laterKeys(later, RowKeys::Of::SameFile);
  applyJson(toJson(changes(before, after, fresh), earlierKeys), laterKeys, fresh);
  for (const RowId row : freshPins) {  // if the user changed pins, only rows that the preview did not have
    if (arePinsSame || earlierKeys.rowOf(laterKeys.keyOf(row)) == rootRow) {
      fresh.pin(row, true);
    }
  }
  fresh.setFilter(after.filter());
  return fresh;
}

int sameScroll(const Trace& earlier, const TimelineLayout& earlierLayout, int scroll, const Trace& later,
               const TimelineLayout& laterLayout) {
  const TimelineRow* top = earlierLayout.rowAt(scroll + earlierLayout.pinnedHeight());
  if (scroll == 0 || !top) {
    return 0;
  }
  const RowKeys laterKeys(later, RowKeys::Of::SameFile);
  const RowId same = laterKeys.rowOf(RowKeys(earlier, RowKeys::Of::SameFile).keyOf(top->id));
  const TimelineRow* row = laterLayout.find(same);
  return row ? row->top - laterLayout.pinnedHeight() + scroll + earlierLayout.pinnedHeight() - top->top : scroll;
}

}  // namespace kernline::ui
