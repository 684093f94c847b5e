// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

struct SearchQuery {
  std::string text;
  bool isRegex = false;  ///< RE2 syntax; else the text itself
  bool matchCase = false;
};

/// The spans whose name contains a match, sorted by start, then by id. Each distinct name is matched once, so the
/// cost is that of the distinct names, one pass over a column, and merging the hits of the lanes.
/// Empty text has no matches. Errors: Usage with what is wrong with the expression; Canceled.
[[nodiscard]] Expected<std::vector<SpanId>> search(const Trace& trace, const SearchQuery& query,
                                                   std::stop_token stop = {});

}  // namespace kernline
