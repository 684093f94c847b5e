// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/views/compare/ranks/ordered_rows.h"

#include <memory>
#include <vector>

namespace kernline::ui {

/// A piece of a bar: a share of the whole, how it looks, and what it is.
struct BarPiece {
  double share = 0;
  const FigureMark* mark = nullptr;
  QString value;
};

/// Where the time of each rank's devices went, as numbers and as bars, and how its clock was set.
class AccountsModel : public OrderedRows {
  Q_OBJECT

 public:
  enum Column {
    Rank,
    Steps,
    Step,
    Devices,
    Compute,
    Exposed,
    Idle,
    Communication,
    Waiting,
    Transferring,
    Clock,
    ColumnCount
  };

  using OrderedRows::OrderedRows;

  void setRanks(std::shared_ptr<const RankSet> ranks);
  /// Of the columns Devices, whose pieces add up to 1, and Communication, of the longest of all ranks.
  [[nodiscard]] std::vector<BarPiece> piecesOf(int row, int column) const;
  [[nodiscard]] static bool isBar(int column) { return column == Devices || column == Communication; }

  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

 protected:
  [[nodiscard]] QString titleOf(int column) const override;
  [[nodiscard]] QString definitionOf(int column) const override;
  [[nodiscard]] bool isText(int column) const override { return isBar(column); }
  [[nodiscard]] QString textOf(std::size_t number, int column) const override;
  [[nodiscard]] QString tipOf(std::size_t number, int column) const override;
  [[nodiscard]] double keyOf(std::size_t number, int column) const override;

 private:
  [[nodiscard]] std::vector<BarPiece> pieces(const RankAccount& account, int column) const;

  std::shared_ptr<const RankSet> m_ranks;
  Duration m_longest;  // communication of any rank
};

}  // namespace kernline::ui
