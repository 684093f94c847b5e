// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>
#include <optional>

namespace kernline::ui {

/// Compared rows of profiler tables: a name, a time and share for each table, and, of two or more, what has changed.
struct DeltaTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::DeltaTable)

 public:
  enum Column { Name, Kind, FirstTime };

  /// Rows of one kind, or of all, by their numbers in the comparison; nullptr for no rows and no columns.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const TableComparison>& comparison,
                                      std::optional<RowKind> kind);
};

}  // namespace kernline::ui
