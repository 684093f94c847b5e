// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/tree_rows_model.h"
#include "ui/views/advice/advice_table.h"

#include <cstdint>
#include <memory>

namespace kernline::ui {

/// An AdviceTable as a tree of rows.
class AdviceModel : public TreeRowsModel {
  Q_OBJECT

 public:
  enum Column { Name, Bound, Likely, Share, All, Sureness, ColumnCount };

  explicit AdviceModel(QObject* parent = nullptr);

  void setTable(std::shared_ptr<const AdviceTable> table);
  [[nodiscard]] const std::shared_ptr<const AdviceTable>& table() const { return m_table; }

 private:
  [[nodiscard]] int childCount(std::uint32_t row) const override;
  [[nodiscard]] std::uint32_t child(std::uint32_t row, int place) const override;
  [[nodiscard]] std::uint32_t parentOf(std::uint32_t row) const override;
  [[nodiscard]] int placeOf(std::uint32_t row) const override;
  [[nodiscard]] QString text(std::uint32_t row, int column) const override;
  [[nodiscard]] QString fullName(std::uint32_t row) const override;
  [[nodiscard]] double share(std::uint32_t row) const override;
  [[nodiscard]] bool isMarked(std::uint32_t row) const override;
  [[nodiscard]] QString title(int column) const override;
  [[nodiscard]] QString help(int column) const override;

  std::shared_ptr<const AdviceTable> m_table;
};

}  // namespace kernline::ui
