// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/compare/ranks/unusual_ranks.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Ranks that are unlike the others, and why: first those with whom waiting began, then those whose accounts differ.
struct OutliersTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::OutliersTable)

 public:
  struct Outlier {
    std::size_t place = 0;  ///< place in the set
    QString why;
    QString tip;
  };

  [[nodiscard]] static std::vector<Outlier> outliers(const RankSet& set, const std::vector<UnusualRank>& unusual);
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const RankSet>& set, std::vector<Outlier> outliers);
};

}  // namespace kernline::ui
