// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Single blocks of a device: how large, from when to when, and who asked for them.
class BlocksModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Bytes, Made, Freed, Lived, Op, Place, Count_ };
  static constexpr std::size_t mostRows = 100'000;  // the largest; sorting more would hold the window up

  using QAbstractTableModel::QAbstractTableModel;

  /// `blocks` of a device of `history`, largest first.
  void setBlocks(std::shared_ptr<const MemoryHistory> history, std::size_t device, std::vector<std::uint32_t> blocks);
  [[nodiscard]] std::uint32_t block(int row) const { return m_blocks[static_cast<std::size_t>(row)]; }
  /// Nothing for a block that is not among the rows.
  [[nodiscard]] std::optional<int> rowOf(std::uint32_t block) const;
  /// How many there are in all; more than there are rows if these are only the largest.
  [[nodiscard]] std::size_t total() const { return m_total; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  [[nodiscard]] const MemoryBlock& at(int row) const { return m_history->devices[m_device].blocks[block(row)]; }
  [[nodiscard]] QString text(const MemoryBlock& block, int column) const;

  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  std::vector<std::uint32_t> m_blocks;
  std::size_t m_total = 0;
};

}  // namespace kernline::ui
