// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/matrix_model.h"

#include "core/compare/tables/comparison_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

void MatrixModel::showMatrix(std::shared_ptr<const ShownMatrix> matrix) {
  beginResetModel();
  m_matrix = std::move(matrix);
  m_maxValue = 0;
  if (m_matrix) {
    m_unit = unitOf(m_matrix->measurements(), m_matrix->pivot);
    for (const PivotCell& cell : m_matrix->pivot.cells) {
      m_maxValue = cell.status == CellStatus::Value ? std::max(m_maxValue, std::abs(cell.value)) : m_maxValue;
    }
  }
  endResetModel();
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_matrix ? 0 : static_cast<int>(m_matrix->pivot.rows.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_matrix ? 0
                                       : static_cast<int>(m_matrix->pivot.columns.size()) + 1 + (hasScaling() ? 1 : 0);
}

const PivotCell* MatrixModel::cell(const QModelIndex& index) const {
  const int column = index.column() - 1;
  if (!m_matrix || !index.isValid() || column < 0 || column >= static_cast<int>(m_matrix->pivot.columns.size())) {
    return nullptr;
  }
  return &m_matrix->pivot.cell(static_cast<std::size_t>(index.row()), static_cast<std::size_t>(column));
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
  if (!m_matrix || !index.isValid()) {
    return {};
  }
  if (const PivotCell* at = cell(index)) {
    return cellData(*at, role);
  }
  if (index.column() != 0) {
    return scalingData(index.row(), role);
  }
  if (role == SeriesRole) {
    return index.row();
  }
  return role == Qt::DisplayRole || role == Qt::ToolTipRole
             ? QVariant(rowName(*m_matrix, static_cast<std::size_t>(index.row())))
             : QVariant();
}

QVariant MatrixModel::cellData(const PivotCell& cell, int role) const {
  const Measurements& measurements = m_matrix->measurements();
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
      return cell.isBest;
    case FailedRole:
      return !cell.failures.empty();
    case RatioRole:
      return cell.ratio == cell.ratio ? QStringLiteral("%1×").arg(cell.ratio, 0, 'f', 2) : QString();
    case Qt::AccessibleTextRole: {
      QString text = coreText(cellText(measurements, cell, m_unit)) + QLatin1Char(' ') + qt(m_unit.symbol);
      text = cell.isBest ? tr("%1, best").arg(text) : text;
      return cell.failures.empty() ? text : tr("%1, failed: %2").arg(text, qt(failureText(measurements, cell)));
    }
    default:
      return {};
  }
}

QString MatrixModel::toolTip(const PivotCell& cell) const {
  const Measurements& measurements = m_matrix->measurements();
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
  const auto fit = std::ranges::find(m_matrix->scaling.fits, static_cast<std::size_t>(row), &RowScaling::row);
  if (fit == m_matrix->scaling.fits.end()) {
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
  if (!m_matrix || orientation != Qt::Horizontal) {
    return {};
  }
  const Pivot& pivot = m_matrix->pivot;
  const int column = section - 1;
  const bool isCell = column >= 0 && column < static_cast<int>(pivot.columns.size());
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((isCell ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  const Measurements& measurements = m_matrix->measurements();
  if (isCell) {
    const QString value =
        pivot.request.columns
            ? qt(valueText(measurements, pivot.request.columns, pivot.columns[static_cast<std::size_t>(column)], ""))
            : tr("value");
    return m_unit.symbol.empty() ? value : QStringLiteral("%1 [%2]").arg(value, qt(m_unit.symbol));
  }
  if (section != 0) {
    return tr("Scaling");
  }
  return pivot.request.rows ? coreText(measurements.dimensions[*pivot.request.rows].title) : QString();
}

}  // namespace kernline::ui
