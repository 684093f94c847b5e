// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <vector>

namespace kernline::ui {

/// A matrix: one row a subject, one column a size, and at the end how each row scales. Matrices of facets are one below
/// the other, the value of each in front.
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

  void showMatrices(ShownMatrices matrices);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// The pivot's cell of an index; nullptr for names and scaling.
  [[nodiscard]] const PivotCell* cell(const QModelIndex& index) const;
  [[nodiscard]] const ShownMatrix* matrix(const QModelIndex& index) const;  ///< matrix of the row

 private:
  struct Row {
    std::size_t matrix = 0;
    std::size_t row = 0;  ///< row of its pivot
  };
  [[nodiscard]] bool isEmpty() const { return m_matrices.empty(); }
  [[nodiscard]] const ShownMatrix& first() const { return *m_matrices.front(); }
  [[nodiscard]] int leading() const { return first().pivot.request.facets ? 2 : 1; }  ///< columns of names
  [[nodiscard]] bool hasScaling() const;
  [[nodiscard]] QVariant nameData(int row, int column, int role) const;
  [[nodiscard]] QVariant cellData(const PivotCell& cell, int role) const;
  [[nodiscard]] QVariant scalingData(int row, int role) const;
  [[nodiscard]] QString toolTip(const PivotCell& cell) const;

  ShownMatrices m_matrices;
  std::vector<Row> m_rows;  // rows with any value
  ShownUnit m_unit;
  double m_maxValue = 0;
};

}  // namespace kernline::ui
