// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette/palette_model.h"

#include "ui/views/palette/fuzzy_match.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

PaletteModel::PaletteModel(std::vector<PaletteEntry> entries, QObject* parent)
    : QAbstractTableModel(parent), m_entries(std::move(entries)) {
  setTyped(QString());
}

void PaletteModel::setTyped(const QString& typed) {
  beginResetModel();
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const PaletteEntry& entry = m_entries[i];
    const int score = std::max({fuzzyScore(typed, entry.title), fuzzyScore(typed, entry.otherTitle),
                                fuzzyScore(typed, entry.title + QLatin1Char(' ') + entry.detail) - 1});
    if (score >= 0 || typed.trimmed().isEmpty()) {
      found.emplace_back(-score, i);
    }
  }
  std::ranges::sort(found);
  m_shown.clear();
  std::ranges::transform(found, std::back_inserter(m_shown), &std::pair<int, std::size_t>::second);
  endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int PaletteModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) {
    return {};
  }
  if (role == Qt::TextAlignmentRole && index.column() == Detail) {
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  return index.column() == Title ? entry(index.row()).title : entry(index.row()).detail;
}

}  // namespace kernline::ui
