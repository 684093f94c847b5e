// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/result_model.h"

#include "core/model/format/quantity.h"
#include "core/output/sql/cell_text.h"
#include "ui/kit/language/qt_text.h"

#include <numeric>
#include <utility>

namespace kernline::ui {
namespace {

using sql::Cell;

constexpr std::size_t longestShown = 400;  // characters of a cell; the tool tip has more

/// Nanoseconds in a unit that a person reads, for columns that say what they are.
QString timeTip(const std::string& title, const Cell& cell) {
  const bool isTime = title.ends_with("_ns") && cell.type() == Cell::Type::Integer;
  return isTime ? qt(formatDuration({cell.asInteger()})) : QString();
}

QString shownText(const Cell& cell) {
  if (cell.type() == Cell::Type::Real) {
    constexpr int digits = 12;
    return QString::number(cell.asReal(), 'g', digits);
  }
  const QString text = qt(sql::toText(cell)).left(longestShown);
  return cell.isText() ? text.simplified() : text;
}

}  // namespace

void ResultModel::setResult(std::shared_ptr<const QueryResult> result) {
  beginResetModel();
  m_arranging = {};
  m_result = std::move(result);
  m_arrangement.sortColumn.reset();
  m_rows.resize(m_result ? m_result->rowCount() : 0);
  std::iota(m_rows.begin(), m_rows.end(), 0U);
  endResetModel();
  if (!m_arrangement.filter.isEmpty()) {
    arrange();
  }
}

void ResultModel::setFilter(const QString& text) {
  if (text != m_arrangement.filter) {
    m_arrangement.filter = text;
    arrange();
  }
}

void ResultModel::sort(int column, Qt::SortOrder order) {
  const RowArrangement before = m_arrangement;
  m_arrangement.sortColumn =
      column < 0 || column >= columnCount() ? std::nullopt : std::optional{static_cast<std::size_t>(column)};
  m_arrangement.isDescending = order == Qt::DescendingOrder;
  if (m_arrangement != before) {
    arrange();
  }
}

void ResultModel::arrange() {
  if (!m_result) {
    return;
  }
  m_arranging = Job<std::vector<std::uint32_t>>(
      [result = m_result, arrangement = m_arrangement](std::stop_token stop, Progress&) {
        return Expected<std::vector<std::uint32_t>>(arrangeRows(*result, arrangement, stop));
      },
      [this](Expected<std::vector<std::uint32_t>> rows) {
        if (rows) {
          beginResetModel();
          m_rows = std::move(*rows);
          endResetModel();
        }
        Q_EMIT arranged();
      });
}

int ResultModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ResultModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->columnCount());
}

QVariant ResultModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_result) {
    return {};
  }
  const auto column = static_cast<std::size_t>(index.column());
  const Cell cell = m_result->cell(m_rows[static_cast<std::size_t>(index.row())], column);
  switch (role) {
    case Qt::DisplayRole:
      return cell.isNull() ? QStringLiteral("–") : shownText(cell);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((m_result->isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return cell.isText() ? QVariant(qt(cell.asText())) : QVariant(timeTip(m_result->title(column), cell));
    default:
      return {};
  }
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || !m_result || section >= columnCount()) {
    return {};
  }
  const auto column = static_cast<std::size_t>(section);
  switch (role) {
    case Qt::DisplayRole:
      return qt(m_result->title(column));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((m_result->isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::InitialSortOrderRole:
      return static_cast<int>(m_result->isText(column) ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
      return {};
  }
}

}  // namespace kernline::ui
