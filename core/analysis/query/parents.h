// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// `Trace::parent` of each span, in the order of spans, for callers that need many: found in one pass, not by
/// a search for each.
[[nodiscard]] std::vector<SpanId> parentsOf(const Trace& trace);

}  // namespace kernline
