// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"

#include <QAbstractItemModel>

#include <vector>

namespace kernline::ui {

/// The args of one event as a tree of keys and values, as the file spells them.
class ArgsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Key, Value, ColumnCount };

  using QAbstractItemModel::QAbstractItemModel;

  /// Shows the children of `root`.
  void setArgs(ArgNode root);
  [[nodiscard]] bool isEmpty() const { return m_root.children.empty(); }

  [[nodiscard]] bool isNested() const;  ///< some value has values of its own

  /// A row and what is below it, as JSON-like text for the clipboard; the whole for an invalid index.
  [[nodiscard]] QString text(const QModelIndex& index) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// Nodes by breadth, so that the children of a node are neighbors.
  struct Entry {
    const ArgNode* node = nullptr;
    int parent = -1;
    int row = 0;
    int firstChild = 0;
  };

  [[nodiscard]] const Entry& entryOf(const QModelIndex& index) const;
  [[nodiscard]] static QString shownValue(const ArgNode& node);

  ArgNode m_root;
  std::vector<Entry> m_entries;
};

/// A value on one line: scalars as they are, "[[4, 8], [8]]" for short arrays, "[300 values]" and
/// "{3 members}" for the rest.
[[nodiscard]] QString oneLine(const ArgNode& node);

/// Indented JSON of a node, numbers with the digits of the file.
[[nodiscard]] QString toJson(const ArgNode& node, int indent = 0);

}  // namespace kernline::ui
