// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/timeline_layout.h"

#include <vector>

namespace kernline::ui {

// A preview gives way to the whole trace, whose ids differ: how to find the user's place again.

/// Returns the span of the same event in `later`, by its place in the file; none if missing. O(spans of later).
[[nodiscard]] SpanId sameSpan(const Trace& earlier, SpanId span, const Trace& later);

/// Returns the spans of the same events in `later`, sorted by start; missing ones are left out.
[[nodiscard]] std::vector<SpanId> sameSpans(const Trace& earlier, const std::vector<SpanId>& spans, const Trace& later);

/// Transfers the user's changes to the rows of `earlier`, from before to after, to the arrangement `fresh` of `later`:
/// by the process's pid and the track's tid, kind and name. Unchanged rows are as in `fresh`, which may know better: a
/// preview does not always know the kind of its trace.
struct ArrangedRows {
  const Arrangement& before;
  const Arrangement& after;
};
[[nodiscard]] Arrangement sameArrangement(const Trace& earlier, ArrangedRows arranged, const Trace& later,
                                          Arrangement fresh);

/// Returns the scroll position that leaves the topmost visible row where it is.
[[nodiscard]] int sameScroll(const Trace& earlier, const TimelineLayout& earlierLayout, int scroll, const Trace& later,
                             const TimelineLayout& laterLayout);

}  // namespace kernline::ui
