// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/collective_kinds.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>
#include <vector>

namespace kernline::ui {

/// The spread of the times of all collectives, a row for each kind and sort of group, on one logarithmic axis.
struct SpreadsTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::SpreadsTable)

 public:
  enum Column {
    Kind,
    Group,
    Ranks,
    Count,
    Bytes,
    Spread,
    Median,
    High,
    Longest,
    BusBandwidth,
    Wait,
    LastRank,
    ColumnCount
  };

  [[nodiscard]] static TableRows rows(const std::shared_ptr<const std::vector<CollectiveSpread>>& spreads);
};

}  // namespace kernline::ui
