// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_outline.h"

#include <QAbstractItemModel>

#include <memory>

namespace kernline::ui {

/// A LogOutline for a tree view. The root is an entry of its own, above all others.
class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  using QAbstractItemModel::QAbstractItemModel;

  void setOutline(std::shared_ptr<const Log> log, std::shared_ptr<const LogOutline> outline);
  [[nodiscard]] const std::shared_ptr<const LogOutline>& outline() const { return m_outline; }

  [[nodiscard]] OutlineId idOf(const QModelIndex& index) const;
  [[nodiscard]] QModelIndex indexOf(OutlineId id) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

 private:
  [[nodiscard]] QString textOf(const OutlineNode& node) const;
  [[nodiscard]] QString tipOf(OutlineId id) const;
  [[nodiscard]] QString iconOf(const OutlineNode& node) const;

  std::shared_ptr<const Log> m_log;
  std::shared_ptr<const LogOutline> m_outline;
};

}  // namespace kernline::ui
