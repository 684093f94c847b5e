// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/search.h"
#include "core/model/base/progress.h"

#include <stop_token>
#include <vector>

namespace kernline {

/// An EventSource that searches the args of all spans by itself, such as on the machine of its file.
class SearchedEvents {
 public:
  SearchedEvents() = default;
  SearchedEvents(const SearchedEvents&) = delete;
  SearchedEvents& operator=(const SearchedEvents&) = delete;
  virtual ~SearchedEvents() = default;

  /// Searches like `searchArgs`. Spans ascend.
  [[nodiscard]] virtual Expected<std::vector<SpanId>> search(const SearchQuery& query, Progress& progress,
                                                             const std::stop_token& stop) const = 0;
};

}  // namespace kernline
