// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/statistics/statistics_columns.h"

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

StatisticsModel::StatisticsModel(QObject* parent)
    : QAbstractTableModel(parent), m_order{.filter = {}, .column = totalColumn, .direction = Qt::DescendingOrder} {}

void StatisticsModel::setTable(std::shared_ptr<const StatisticsTable> table) {
  m_ordering = {};
  beginResetModel();
  m_table = std::move(table);
  if (m_table && m_table->columns != m_columns) {
    m_columns = m_table->columns;
    m_order.column = defaultSortColumn(m_columns);
    m_order.direction = Qt::DescendingOrder;
  }
  m_rows.resize(m_table ? m_table->statistics.rows.size() : 0);
  std::iota(m_rows.begin(), m_rows.end(), 0U);
  if (m_table && m_rows.size() <= mostRowsAtOnce) {
    m_rows = orderedRows(*m_table, m_order, {}).value_or(m_rows);
  }
  endResetModel();
  if (m_rows.size() > mostRowsAtOnce) {
    arrange();
  }
}

void StatisticsModel::setFilter(const QString& text) {
  if (text != m_order.filter) {
    m_order.filter = text;
    arrange();
  }
}

void StatisticsModel::sort(int column, Qt::SortOrder order) {
  m_order.column = column < 0 ? defaultSortColumn(m_columns) : column;
  m_order.direction = order;
  arrange();
}

void StatisticsModel::arrange() {
  m_ordering = {};
  if (!m_table) {
    show({});
  } else if (m_table->statistics.rows.size() <= mostRowsAtOnce) {
    show(orderedRows(*m_table, m_order, {}).value_or(m_rows));
  } else {
    m_ordering = Job<std::vector<std::uint32_t>>(
        [table = m_table, order = m_order](const std::stop_token& stop, Progress&) {
          return orderedRows(*table, order, stop);
        },
        [this](Expected<std::vector<std::uint32_t>> rows) {
          if (rows) {
            show(std::move(*rows));
          }
        });
  }
}

void StatisticsModel::show(std::vector<std::uint32_t> rows) {
  if (rows != m_rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
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
      return Words::tr(column.title);
    case Qt::ToolTipRole:
      return Words::tr(column.tip);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((column.isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::InitialSortOrderRole:
      return static_cast<int>(column.isText ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
      return {};
  }
}

}  // namespace kernline::ui
