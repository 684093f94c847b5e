// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Rows of advice that can be ticked.
class AdviceTicksModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Title, Saved, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  /// nullptr if there is none. Ticks stay with rows of the same title.
  void setAdvice(std::shared_ptr<const Advice> advice);
  [[nodiscard]] const std::shared_ptr<const Advice>& advice() const { return m_advice; }
  /// Returns the numbers of the ticked rows, from 1.
  [[nodiscard]] QStringList ticked() const;
  void untick();

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 Q_SIGNALS:
  void ticksChanged();

 private:
  [[nodiscard]] const AdviceRow& row(const QModelIndex& index) const {
    return m_advice->rows[static_cast<std::size_t>(index.row())];
  }

  std::shared_ptr<const Advice> m_advice;
  std::vector<bool> m_isTicked;  // by row
};

}  // namespace kernline::ui
