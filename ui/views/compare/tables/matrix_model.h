// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QAbstractTableModel>

#include <memory>

namespace kernline::ui {

/// A matrix: one row a subject, one column a size, and at the end how each row scales.
class MatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    BarRole = Qt::UserRole,  ///< 0 to 1 of the greatest value
    BestRole,                ///< bool
    FailedRole,              ///< bool: there is a failure in it
    RatioRole,               ///< text, empty without a baseline
    SeriesRole,              ///< row number in the first column
  };

  using QAbstractTableModel::QAbstractTableModel;

  void showMatrix(std::shared_ptr<const ShownMatrix> matrix);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// The pivot's cell of an index, or nothing for names and scaling.
  [[nodiscard]] const PivotCell* cell(const QModelIndex& index) const;
  [[nodiscard]] bool hasScaling() const { return m_matrix && !m_matrix->scaling.fits.empty(); }

 private:
  [[nodiscard]] QVariant cellData(const PivotCell& cell, int role) const;
  [[nodiscard]] QVariant scalingData(int row, int role) const;
  [[nodiscard]] QString toolTip(const PivotCell& cell) const;

  std::shared_ptr<const ShownMatrix> m_matrix;
  ShownUnit m_unit;
  double m_maxValue = 0;
};

}  // namespace kernline::ui
