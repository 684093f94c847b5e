// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>

namespace kernline::ui {

/// The collectives of all ranks, in the order of time.
struct CollectivesTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::CollectivesTable)

 public:
  enum Column { Number, Name, Group, Bytes, Wait, Transfer, BusBandwidth, LastRank, LateBy, Ranks, ColumnCount };

  /// nullptr if none.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const RankSet>& ranks);
};

}  // namespace kernline::ui
