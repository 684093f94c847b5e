// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/match_set.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Hits of a search, and those that reach into the chosen range. Both sorted by start, then by id.
struct ArrangedHits {
  std::shared_ptr<const std::vector<SpanId>> found;
  MatchSet inRange;
};

/// Arranges hits; runs in workers. `found` is in that order already.
[[nodiscard]] Expected<ArrangedHits> arrangeHits(const Trace& trace, std::shared_ptr<const std::vector<SpanId>> found,
                                                 std::optional<TimeRange> range, const std::stop_token& stop);

/// Returns the spans in that order, each once.
[[nodiscard]] std::shared_ptr<const std::vector<SpanId>> inOrderOfTime(const Trace& trace, std::vector<SpanId> spans);

}  // namespace kernline::ui
