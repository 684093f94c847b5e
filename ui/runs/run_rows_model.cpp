// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_rows_model.h"

#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "core/runs/run_text.h"
#include "ui/compare/delta_model.h"
#include "ui/language/core_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/shown_names.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kernline::ui {

namespace {

double keyOf(const RunRow& row, int column) {
  switch (column) {
    case RunRowsModel::Base:
      return static_cast<double>(row.sides[0].total.ns);
    case RunRowsModel::Other:
      return static_cast<double>(row.sides[1].total.ns);
    case RunRowsModel::Delta:
      return static_cast<double>(row.delta(1).ns);
    case RunRowsModel::Ratio:
      return row.ratio(1).value_or(std::numeric_limits<double>::infinity());
    default:
      return static_cast<double>(row.sides[1].count);
  }
}

QString totalText(const RunSide& side) {
  return side.count == 0 ? QStringLiteral("–") : qt(formatDuration(side.total));
}

QString countText(const RunRow& row) {
  const auto text = [](const RunSide& side) {
    return side.count == 0 ? QStringLiteral("–") : qt(formatCount(static_cast<std::int64_t>(side.count)));
  };
  return row.sides[0].count == row.sides[1].count
             ? text(row.sides[0])
             : QStringLiteral("%1 → %2").arg(text(row.sides[0]), text(row.sides[1]));
}

}  // namespace

RunRowsModel::RunRowsModel(QObject* parent) : QAbstractTableModel(parent) {
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    if (!m_rows.empty()) {
      Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name));
    }
  });
}

void RunRowsModel::showComparison(std::shared_ptr<const RunComparison> comparison) {
  beginResetModel();
  m_comparison = std::move(comparison);
  m_greatest = 0;
  for (std::size_t i = 0; m_comparison && i < m_comparison->rows.size(); ++i) {
    m_greatest = std::max(m_greatest, std::abs(static_cast<double>(m_comparison->rows[i].delta(1).ns)));
  }
  select();
  endResetModel();
}

void RunRowsModel::setFilter(const QString& text) {
  beginResetModel();
  m_filter = text;
  select();
  endResetModel();
}

int RunRowsModel::placeOf(std::size_t number) const {
  const auto found = std::ranges::find(m_rows, number);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void RunRowsModel::select() {
  m_rows.clear();
  if (!m_comparison) {
    return;
  }
  for (std::size_t i = 0; i < m_comparison->rows.size(); ++i) {
    const RunRow& row = m_comparison->rows[i];
    if (m_filter.isEmpty() || qt(row.name).contains(m_filter, Qt::CaseInsensitive) ||
        nameOf(row).contains(m_filter, Qt::CaseInsensitive)) {
      m_rows.push_back(i);
    }
  }
  if (m_sortColumn < 0) {
    return;
  }
  const auto& rows = m_comparison->rows;
  const auto less = [&](std::size_t a, std::size_t b) {
    return m_sortColumn == Name ? nameOf(rows[a]) < nameOf(rows[b])
                                : keyOf(rows[a], m_sortColumn) < keyOf(rows[b], m_sortColumn);
  };
  std::ranges::stable_sort(
      m_rows, [&](std::size_t a, std::size_t b) { return m_order == Qt::AscendingOrder ? less(a, b) : less(b, a); });
}

void RunRowsModel::sort(int column, Qt::SortOrder order) {
  beginResetModel();
  m_sortColumn = column;
  m_order = order;
  select();
  endResetModel();
}

int RunRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunRowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString RunRowsModel::nameOf(const RunRow& row) const {
  return qt(printable(m_comparison->by == RunKey::Name ? shownName(row.name, true) : row.name));
}

QString RunRowsModel::textOf(const RunRow& row, int column) const {
  switch (column) {
    case Name:
      return m_comparison->by == RunKey::Family ? coreText(row.name) : nameOf(row);
    case Base:
      return totalText(row.sides[0]);
    case Other:
      return totalText(row.sides[1]);
    case Delta:
      return qt(signedTime(static_cast<double>(row.delta(1).ns)));
    case Ratio:
      return coreText(changeOf(row, 1));
    default:
      return countText(row);
  }
}

QVariant RunRowsModel::data(const QModelIndex& index, int role) const {
  if (!m_comparison || !index.isValid()) {
    return {};
  }
  const RunRow& row = m_comparison->rows[numberOf(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return textOf(row, column);
    case Qt::ToolTipRole:
      return column == Name ? QVariant(qt(printable(row.name))) : QVariant();
    case Qt::TextAlignmentRole:
      return column == Name ? QVariant() : QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case DeltaModel::DeltaRole:
      return column == Delta && m_greatest > 0 ? QVariant(static_cast<double>(row.delta(1).ns) / m_greatest)
                                               : QVariant();
    default:
      return {};
  }
}

QVariant RunRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
    case Name:
      return tr("Name");
    case Base:
      return tr("Base");
    case Other:
      return tr("Other");
    case Delta:
      return tr("Delta");
    case Ratio:
      return tr("Ratio");
    default:
      return tr("Count");
  }
}

}  // namespace kernline::ui
