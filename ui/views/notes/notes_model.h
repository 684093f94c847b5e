// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace kernline::ui {

class TraceNotes;

/// The notes of one trace as rows; their texts can be edited.
class NotesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Text, At, Length, About, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  /// `zero` is what times are shown from. nullptr for no notes.
  void setNotes(TraceNotes* notes, Time zero);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  void showChange();

  QPointer<TraceNotes> m_notes;
  Time m_zero;
  int m_rows = 0;  // row count known to views
};

}  // namespace kernline::ui
