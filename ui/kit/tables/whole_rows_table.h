// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace kernline::ui {

/// A table that leaves free below what is too little for a row, instead of cutting one off there.
class WholeRowsTable : public QTableView {
 public:
  using QTableView::QTableView;

 protected:
  void updateGeometries() override;

 private:
  bool m_isFitting = false;
};

}  // namespace kernline::ui
