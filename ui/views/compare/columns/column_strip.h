// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about kinds of record columns, detected or chosen by the user.
#pragma once

#include "core/compare/tables/found_columns.h"

#include <QWidget>

#include <cstddef>
#include <string>
#include <vector>

class QScrollArea;
class QToolButton;

namespace kernline::ui {

class ColumnChip;

/// The columns of records by their use: parameters, measurements, ignored ones. Each is a chip by which the user
/// changes that.
class ColumnStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ColumnStrip(QWidget* parent = nullptr);

  /// Shows the columns; hides without any. The focus stays on the column that has it.
  void showColumns(const std::vector<FoundColumn>& columns, const Measurements& measurements);

 Q_SIGNALS:
  void useChosen(const std::string& column, ColumnUse use);
  void resetRequested();
  void compareRequested(std::size_t dimension);
  void plotRequested(std::size_t dimension);
  void metricRequested(std::size_t metric);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitHeight();
  void addGroup(const QString& title, const std::vector<FoundColumn>& columns, const Measurements& measurements,
                bool (*belongs)(ColumnUse));
  void addLabel(const QString& text);
  void addChip(const FoundColumn& column, const Measurements& measurements);
  void step(const ColumnChip* from, int chips);

  QScrollArea* m_area = nullptr;
  QWidget* m_inside = nullptr;
  QToolButton* m_reset = nullptr;
  std::vector<ColumnChip*> m_chips;
};

}  // namespace kernline::ui
