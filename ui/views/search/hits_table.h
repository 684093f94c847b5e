// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/tables/table_rows.h"

#include <memory>
#include <vector>

namespace kernline::ui {

/// The hits of a search, one a row, in the order of their starts.
struct HitsTable {
  enum Column { Name, Category, Track, Start, Duration };

  /// nullptr if none. Its numbers of rows are those of `byStart`.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const Trace>& trace,
                                      const std::shared_ptr<const std::vector<SpanId>>& byStart);
};

}  // namespace kernline::ui
