// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trust/trust.h"

#include <QAbstractTableModel>

#include <memory>

namespace kernline::ui {

/// The findings of one trace as rows, worst first.
class TrustModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Severity, What, Count, Touches, First, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  /// nullptr: nothing is known.
  void setFindings(std::shared_ptr<const Trust> findings);
  /// The finding of a row; nullptr for none.
  [[nodiscard]] const Finding* finding(int row) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const Trust> m_findings;
};

/// "busy and idle time, steps", in the language spoken.
[[nodiscard]] QString figureNames(Figures figures);

}  // namespace kernline::ui
