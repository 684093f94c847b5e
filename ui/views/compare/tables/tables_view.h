// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QListWidget;
class QTableView;

namespace kernline::ui {

class RowsModel;

/// Profiler tables side by side. The first that is ticked is the base of the others.
class TablesView : public QWidget {
  Q_OBJECT

 public:
  explicit TablesView(QWidget* parent = nullptr);

  void setLogs(std::shared_ptr<const ComparedLogs> logs);
  [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

  // The shown contents, for export
  [[nodiscard]] QString tabSeparated() const;
  [[nodiscard]] std::string commaSeparated() const;
  [[nodiscard]] std::string markdown() const;
  [[nodiscard]] std::string report() const;  ///< HTML
  [[nodiscard]] QWidget* picture() const { return m_right; }

 Q_SIGNALS:
  void lineRequested(std::size_t log, std::uint32_t line);

 private:
  [[nodiscard]] QWidget* makeComparison(QWidget* parent);
  [[nodiscard]] QTableView* makeTable(QWidget* parent);
  void compare();
  void adopt(std::shared_ptr<const TableComparison> comparison);
  void showHeadlines();
  void fillKinds();
  void showRows();
  void fitColumns();
  void goTo(const ComparedRow& row);
  [[nodiscard]] const ComparedRow& rowAt(int row) const;
  [[nodiscard]] std::vector<TableRef> ticked() const;
  [[nodiscard]] std::optional<TableComparison> shown() const;

  std::shared_ptr<const ComparedLogs> m_logs;
  std::shared_ptr<const TableComparison> m_comparison;
  Job<std::shared_ptr<const TableComparison>> m_job;
  QListWidget* m_list = nullptr;
  QWidget* m_right = nullptr;
  QComboBox* m_kind = nullptr;
  QComboBox* m_time = nullptr;
  QLabel* m_speedUps = nullptr;
  QLabel* m_reasons = nullptr;
  QTableView* m_view = nullptr;
  RowsModel* m_model = nullptr;
};

}  // namespace kernline::ui
