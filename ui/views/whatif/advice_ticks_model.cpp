// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/advice_ticks_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {

void AdviceTicksModel::setAdvice(std::shared_ptr<const Advice> advice) {
  QStringList tickedTitles;
  for (std::size_t row = 0; row < m_isTicked.size(); ++row) {
    if (m_isTicked[row]) {
      tickedTitles << coreText(m_advice->rows[row].title);
    }
  }
  beginResetModel();
  m_advice = std::move(advice);
  m_isTicked.clear();
  for (std::size_t row = 0; m_advice && row < m_advice->rows.size(); ++row) {
    m_isTicked.push_back(tickedTitles.contains(coreText(m_advice->rows[row].title)));
  }
  endResetModel();
}

QStringList AdviceTicksModel::ticked() const {
  QStringList numbers;
  for (std::size_t row = 0; row < m_isTicked.size(); ++row) {
    if (m_isTicked[row]) {
      numbers << QString::number(row + 1);
    }
  }
  return numbers;
}

void AdviceTicksModel::untick() {
  if (!m_isTicked.empty()) {
    m_isTicked.assign(m_isTicked.size(), false);
    Q_EMIT dataChanged(index(0, Title), index(rowCount() - 1, Title), {Qt::CheckStateRole});
  }
}

int AdviceTicksModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_isTicked.size());
}

int AdviceTicksModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant AdviceTicksModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const bool isTitle = index.column() == Title;
  switch (role) {
    case Qt::DisplayRole:
      return isTitle ? coreText(row(index).title) : qt(formatDuration(m_advice->mean(row(index).likely)));
    case Qt::ToolTipRole:
      return isTitle ? QVariant(coreText(row(index).title)) : QVariant();
    case Qt::CheckStateRole:
      return isTitle ? QVariant(m_isTicked[static_cast<std::size_t>(index.row())] ? Qt::Checked : Qt::Unchecked)
                     : QVariant();
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((isTitle ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant AdviceTicksModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return section == Title ? Words::tr("What to optimize") : Words::tr("Saved");
    case Qt::ToolTipRole:
      return section == Title ? Words::tr("Ticked rows are one scenario: all of them are followed")
                              : Words::tr("Estimated saving per step without the profiler, of this row alone");
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((section == Title ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

Qt::ItemFlags AdviceTicksModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
  return index.isValid() && index.column() == Title ? plain | Qt::ItemIsUserCheckable : plain;
}

bool AdviceTicksModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || index.column() != Title || role != Qt::CheckStateRole) {
    return false;
  }
  m_isTicked[static_cast<std::size_t>(index.row())] = value.toInt() != Qt::Unchecked;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  Q_EMIT ticksChanged();
  return true;
}

}  // namespace kernline::ui
