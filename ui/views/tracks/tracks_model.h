// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/row_groups.h"

#include <QAbstractItemModel>
#include <QPointer>

#include <vector>

namespace kernline::ui {

class TimelineScene;

/// The groups and rows of a timeline as a tree, in its order and by its filter: a check shows a row, a pin holds it at
/// the top. Changes go to the timeline and come back from it.
class TracksModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Title, Pin, ColumnCount_ };

  explicit TracksModel(QObject* parent = nullptr);

  /// nullptr if there is none.
  void setScene(TimelineScene* scene);

  /// rootRow for what is no row.
  [[nodiscard]] RowId rowAt(const QModelIndex& index) const;
  [[nodiscard]] QModelIndex indexOf(RowId row) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  [[nodiscard]] QStringList mimeTypes() const override;
  [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 private:
  void follow();
  [[nodiscard]] Qt::CheckState checkOf(const QModelIndex& index) const;
  [[nodiscard]] bool isGroup(const QModelIndex& index) const { return index.isValid() && index.internalId() == 0; }
  bool moveTo(RowId moved, RowId group, RowId before);

  QPointer<TimelineScene> m_scene;
  std::vector<RowGroup> m_groups;
};

}  // namespace kernline::ui
