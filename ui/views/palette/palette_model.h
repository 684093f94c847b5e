// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/palette/palette_entry.h"

#include <QAbstractTableModel>

#include <vector>

namespace kernline::ui {

/// The entries that match the typed text, best first; as given if it is empty.
class PaletteModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Title, Detail, ColumnCount };

  PaletteModel(std::vector<PaletteEntry> entries, QObject* parent);

  void setTyped(const QString& typed);
  [[nodiscard]] const PaletteEntry& entry(int row) const { return m_entries[m_shown[static_cast<std::size_t>(row)]]; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<PaletteEntry> m_entries;
  std::vector<std::size_t> m_shown;
};

}  // namespace kernline::ui
