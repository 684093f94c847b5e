// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/statistics_model.h"

#include "core/format/quantity.h"
#include "ui/style/qt_text.h"
#include "ui/tables/statistics_columns.h"

#include <QStringList>

#include <algorithm>
#include <numeric>
#include <utility>

namespace kernline::ui {
namespace {

const StatisticsColumn& columnAt(StatisticsColumns which, int section) {
  return statisticsColumns(which)[static_cast<std::size_t>(section)];
}

}  // namespace

StatisticsModel::StatisticsModel(QObject* parent) : QAbstractTableModel(parent), m_sortColumn(totalColumn) {}

void StatisticsModel::setTable(std::shared_ptr<const StatisticsTable> table) {
  beginResetModel();
  m_table = std::move(table);
  if (m_table && m_table->columns != m_columns) {
    m_columns = m_table->columns;
    m_sortColumn = defaultSortColumn(m_columns);
    m_sortOrder = Qt::DescendingOrder;
  }
  m_rows = matching();
  sortRows(m_rows);
  endResetModel();
}

void StatisticsModel::setFilter(const QString& text) {
  if (text != m_filter) {
    m_filter = text;
    arrange();
  }
}

void StatisticsModel::sort(int column, Qt::SortOrder order) {
  m_sortColumn = column < 0 ? defaultSortColumn(m_columns) : column;
  m_sortOrder = order;
  arrange();
}

void StatisticsModel::arrange() {
  beginResetModel();
  m_rows = matching();
  sortRows(m_rows);
  endResetModel();
}

std::vector<std::uint32_t> StatisticsModel::matching() const {
  if (!m_table) {
    return {};
  }
  std::vector<std::uint32_t> rows(m_table->statistics.rows.size());
  std::iota(rows.begin(), rows.end(), 0U);
  if (!m_filter.isEmpty()) {
    std::erase_if(rows, [&](std::uint32_t r) {
      const StatisticsRow& row = m_table->statistics.rows[r];
      return !m_table->names[r].contains(m_filter, Qt::CaseInsensitive) &&
             !qt(row.name).contains(m_filter, Qt::CaseInsensitive) &&
             !qt(row.category).contains(m_filter, Qt::CaseInsensitive) &&
             !(m_columns == StatisticsColumns::OperatorsByShape &&
               m_table->shapeText(r).contains(m_filter, Qt::CaseInsensitive));
    });
  }
  return rows;
}

void StatisticsModel::sortRows(std::vector<std::uint32_t>& rows) const {
  if (rows.empty()) {
    return;
  }
  const StatisticsColumn& column = columnAt(m_columns, m_sortColumn);
  const bool isDescending = m_sortOrder == Qt::DescendingOrder;
  const auto sortBy = [&](const auto& keyOf) {
    using Key = decltype(keyOf(std::size_t{}));
    std::vector<std::pair<Key, std::uint32_t>> keyed;
    keyed.reserve(rows.size());
    for (const std::uint32_t r : rows) {
      keyed.emplace_back(keyOf(r), r);
    }
    std::ranges::stable_sort(
        keyed, [&](const auto& a, const auto& b) { return isDescending ? b.first < a.first : a.first < b.first; });
    std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
  };
  if (column.isText) {
    sortBy([&](std::size_t r) { return column.text(*m_table, r).toCaseFolded(); });
  } else {
    sortBy([&](std::size_t r) { return column.number(*m_table, r); });
  }
}

const StatisticsRow& StatisticsModel::row(int viewRow) const {
  return m_table->statistics.rows[m_rows[static_cast<std::size_t>(viewRow)]];
}

int StatisticsModel::viewRowOf(std::uint32_t key) const {
  const auto found =
      std::ranges::find_if(m_rows, [&](std::uint32_t r) { return m_table->statistics.rows[r].key == key; });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString StatisticsModel::toTsv(const std::vector<int>& viewRows) const {
  QStringList lines;
  QStringList cells;
  for (const StatisticsColumn& column : statisticsColumns(m_columns)) {
    cells << QString::fromUtf8(column.exactTitle);
  }
  lines << cells.join(QLatin1Char('\t'));
  for (const int viewRow : viewRows) {
    cells.clear();
    for (const StatisticsColumn& column : statisticsColumns(m_columns)) {
      QString cell = column.exact(*m_table, m_rows[static_cast<std::size_t>(viewRow)]);
      cells << cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    }
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int StatisticsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(statisticsColumns(m_columns).size());
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_table) {
    return {};
  }
  const StatisticsColumn& column = columnAt(m_columns, index.column());
  const std::size_t source = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return column.text(*m_table, source);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((column.isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return column.tipOf != nullptr ? QVariant(column.tipOf(*m_table, source)) : QVariant();
    case ShareRole:
      return column.share != nullptr ? QVariant(column.share(*m_table, source)) : QVariant();
    default:
      return {};
  }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  const StatisticsColumn& column = columnAt(m_columns, section);
  switch (role) {
    case Qt::DisplayRole:
      return QString::fromUtf8(column.title);
    case Qt::ToolTipRole:
      return QString::fromUtf8(column.tip);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((column.isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

}  // namespace kernline::ui
