// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/timeline_layout.h"

#include <vector>

namespace kernline::ui {

// A preview gives way to the whole trace, whose ids differ: how to find again what a person was looking at.

/// The same event: by its place in the file. none if the later trace lacks it. O(spans of later).
[[nodiscard]] SpanId sameSpan(const Trace& earlier, SpanId span, const Trace& later);

/// The same for many, sorted by start again; those that the later trace lacks are left out.
[[nodiscard]] std::vector<SpanId> sameSpans(const Trace& earlier, const std::vector<SpanId>& spans, const Trace& later);

/// What somebody made of the rows of `earlier`, as they were before and after, in what `fresh` says of `later`: by the
/// process's pid and the track's tid, kind and name. What nobody changed is as `fresh` has it, which may know better: a
/// preview does not always tell the kind of its trace.
struct ArrangedRows {
  const Arrangement& before;
  const Arrangement& after;
};
[[nodiscard]] Arrangement sameArrangement(const Trace& earlier, ArrangedRows arranged, const Trace& later,
                                          Arrangement fresh);

/// The scroll position that leaves the topmost row in sight where it is.
[[nodiscard]] int sameScroll(const Trace& earlier, const TimelineLayout& earlierLayout, int scroll, const Trace& later,
                             const TimelineLayout& laterLayout);

}  // namespace kernline::ui
