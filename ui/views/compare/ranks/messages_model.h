// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "ui/views/compare/ranks/ordered_rows.h"

#include <memory>

namespace kernline::ui {

/// Sends with the receives that took them.
class MessagesModel : public OrderedRows {
  Q_OBJECT

 public:
  enum Column { Number, From, To, Bytes, Start, Send, Receive, Lag, ColumnCount };

  using OrderedRows::OrderedRows;

  void setRanks(std::shared_ptr<const RankSet> ranks);

  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

 protected:
  [[nodiscard]] QString titleOf(int column) const override;
  [[nodiscard]] QString definitionOf(int column) const override;
  [[nodiscard]] bool isText(int /*column*/) const override { return false; }
  [[nodiscard]] QString textOf(std::size_t number, int column) const override;
  [[nodiscard]] QString tipOf(std::size_t /*number*/, int /*column*/) const override { return {}; }
  [[nodiscard]] double keyOf(std::size_t number, int column) const override;

 private:
  std::shared_ptr<const RankSet> m_ranks;
};

}  // namespace kernline::ui
