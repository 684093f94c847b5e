// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/tree_rows_model.h"
#include "ui/views/whatif/whatif_table.h"

#include <cstdint>
#include <memory>

namespace kernline::ui {

/// A WhatIfTable as a tree of rows.
class WhatIfModel : public TreeRowsModel {
  Q_OBJECT

 public:
  enum Column { Name, PerStep, Share, Range, Saved, Count, ColumnCount };

  explicit WhatIfModel(QObject* parent = nullptr);

  void setTable(std::shared_ptr<const WhatIfTable> table);
  [[nodiscard]] const std::shared_ptr<const WhatIfTable>& table() const { return m_table; }

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

  /// Returns the time per step; std::nullopt if the row has no time.
  [[nodiscard]] std::optional<Duration> perStep(std::uint32_t row) const;
  /// Returns the step of a row that is one, with its range.
  [[nodiscard]] std::optional<Undisturbed> step(std::uint32_t row) const;

  std::shared_ptr<const WhatIfTable> m_table;
};

}  // namespace kernline::ui
