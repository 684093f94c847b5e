// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/matrix_model.h"

#include "core/compare/tables/comparison_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

void MatrixModel::showMatrices(ShownMatrices matrices) {
  beginResetModel();
  m_matrices = std::move(matrices);
  m_rows.clear();
  m_maxValue = 0;
  for (std::size_t m = 0; m < m_matrices.size(); ++m) {
    const Pivot& pivot = m_matrices[m]->pivot;
    for (std::size_t r = 0; r < pivot.rows.size(); ++r) {
      bool hasAny = false;
      for (std::size_t c = 0; c < pivot.columns.size(); ++c) {
        const PivotCell& cell = pivot.cell(r, c);
        hasAny = hasAny || cell.status != CellStatus::Absent;
        m_maxValue = cell.status == CellStatus::Value ? std::max(m_maxValue, std::abs(cell.value)) : m_maxValue;
      }
      if (hasAny) {
        m_rows.push_back({m, r});
      }
    }
  }
  m_unit = isEmpty() ? ShownUnit() : first().unit;
  endResetModel();
}

bool MatrixModel::hasScaling() const {
  return std::ranges::any_of(m_matrices, [](const auto& matrix) { return !matrix->scaling.fits.empty(); });
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || isEmpty()
             ? 0
             : static_cast<int>(first().pivot.columns.size()) + leading() + (hasScaling() ? 1 : 0);
}

const ShownMatrix* MatrixModel::matrix(const QModelIndex& index) const {
  return index.isValid() ? m_matrices[m_rows[static_cast<std::size_t>(index.row())].matrix].get() : nullptr;
}

const PivotCell* MatrixModel::cell(const QModelIndex& index) const {
  if (isEmpty() || !index.isValid()) {
    return nullptr;
  }
  const int column = index.column() - leading();
  if (column < 0 || column >= static_cast<int>(first().pivot.columns.size())) {
    return nullptr;
  }
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  return &m_matrices[row.matrix]->pivot.cell(row.row, static_cast<std::size_t>(column));
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
  if (isEmpty() || !index.isValid()) {
    return {};
  }
  if (const PivotCell* at = cell(index)) {
    return cellData(*at, role);
  }
  return index.column() < leading() ? nameData(index.row(), index.column(), role) : scalingData(index.row(), role);
}

QVariant MatrixModel::nameData(int row, int column, int role) const {
  const Row& at = m_rows[static_cast<std::size_t>(row)];
  const bool isFacet = column + 1 < leading();
  if (role == SeriesRole && !isFacet) {
    return static_cast<int>(at.row);
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
    return {};
  }
  const ShownMatrix& of = *m_matrices[at.matrix];
  return isFacet ? facetName(of) : rowName(of, at.row);
}

QVariant MatrixModel::cellData(const PivotCell& cell, int role) const {
  const Measurements& measurements = first().measurements();
  switch (role) {
    case Qt::DisplayRole:
      return coreText(cellText(measurements, cell, m_unit));
    case Qt::ToolTipRole:
      return toolTip(cell);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case BarRole:
      return cell.status == CellStatus::Value && m_maxValue > 0 ? std::abs(cell.value) / m_maxValue : 0.0;
    case BestRole:
      return cell.isWinner();
    case FailedRole:
      return !cell.failures.empty();
    case RatioRole:
      return cell.ratio == cell.ratio ? QStringLiteral("%1×").arg(cell.ratio, 0, 'f', 2) : QString();
    case Qt::AccessibleTextRole: {
      QString text = coreText(cellText(measurements, cell, m_unit)) + QLatin1Char(' ') + qt(m_unit.symbol);
      text = cell.isWinner() ? tr("%1, best").arg(text) : text;
      return cell.failures.empty() ? text : tr("%1, failed: %2").arg(text, qt(failureText(measurements, cell)));
    }
    default:
      return {};
  }
}

QString MatrixModel::toolTip(const PivotCell& cell) const {
  const Measurements& measurements = first().measurements();
  QStringList lines;
  constexpr std::size_t maxValues = 12;
  for (std::size_t i = 0; i < std::min(cell.values.size(), maxValues); ++i) {
    const Measurement& measurement = measurements.values[cell.values[i]];
    QString line = qt(formatIn(m_unit, measurement.value)) + QLatin1Char(' ') + qt(m_unit.symbol);
    const auto section = measurements.dimension("section");
    if (section && measurement.at[*section] != noCoordinate) {
      line += QStringLiteral(" (%1)").arg(qt(valueText(measurements, section, measurement.at[*section], "")));
    }
    lines << tr("%1, line %2").arg(line).arg(measurement.line);
  }
  if (cell.values.size() > maxValues) {
    lines << tr("… and %1 more").arg(cell.values.size() - maxValues);
  }
  for (const std::uint32_t number : cell.failures) {
    lines << tr("Failed, line %1: %2")
                 .arg(measurements.failures[number].line)
                 .arg(qt(measurements.failures[number].text));
  }
  return lines.join(QLatin1Char('\n'));
}

QVariant MatrixModel::scalingData(int row, int role) const {
  const Row& at = m_rows[static_cast<std::size_t>(row)];
  const std::vector<RowScaling>& fits = m_matrices[at.matrix]->scaling.fits;
  const auto fit = std::ranges::find(fits, at.row, &RowScaling::row);
  if (fit == fits.end()) {
    return {};
  }
  if (role == Qt::DisplayRole) {
    return coreText(scalingText(fit->fit));
  }
  if (role == Qt::ToolTipRole) {
    return tr("Least-squares fit of the logarithms of %1 points, R² %2. The interval contains the exponent with 95 % "
              "confidence.")
        .arg(fit->fit.points)
        .arg(fit->fit.rSquared, 0, 'f', 4);
  }
  return {};
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (isEmpty() || orientation != Qt::Horizontal) {
    return {};
  }
  const Pivot& pivot = first().pivot;
  const int column = section - leading();
  const bool isCell = column >= 0 && column < static_cast<int>(pivot.columns.size());
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((isCell ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  const Measurements& measurements = first().measurements();
  if (isCell) {
    const QString value =
        pivot.request.columns
            ? qt(valueText(measurements, pivot.request.columns, pivot.columns[static_cast<std::size_t>(column)], ""))
            : tr("value");
    return m_unit.symbol.empty() ? value : QStringLiteral("%1 [%2]").arg(value, qt(m_unit.symbol));
  }
  if (section >= leading()) {
    return tr("Scaling");
  }
  if (section + 1 < leading()) {
    return coreText(measurements.dimensions[*pivot.request.facets].title);
  }
  return pivot.request.rows ? coreText(measurements.dimensions[*pivot.request.rows].title) : QString();
}

}  // namespace kernline::ui
