// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the page of core/compare/tables.
#pragma once

#include "core/model/log/log.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class QButtonGroup;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace kernline::ui {

class ColumnStrip;
class ExportButton;
class MeasurementsView;
class PartLine;
class TablesView;

/// Page that compares measurements of logs: a metric over two dimensions, or profiler tables side by side. Starts with
/// what the logs hold most of.
class ComparisonPage : public QWidget {
  Q_OBJECT

 public:
  enum class Mode : std::uint8_t { Measurements, Tables };

  explicit ComparisonPage(QWidget* parent = nullptr);
  ~ComparisonPage() override;

  /// Works them out off the GUI thread. `note` is written to saved files, next to the logs' own notes on unread parts.
  void setLogs(std::vector<std::shared_ptr<const Log>> logs, const QString& note = {});
  /// Lets the user add to the comparison: `fill` makes the entries of the menu when it opens.
  void offerLogs(std::function<void(QMenu&)> fill);

  [[nodiscard]] Mode mode() const { return m_mode; }
  void showMode(Mode mode);
  [[nodiscard]] bool isBusy() const;
  /// Returns true if there is nothing to compare, or no logs were given yet.
  [[nodiscard]] bool isEmpty() const { return !m_logs || (m_logs->views.empty() && m_logs->profiles.empty()); }

 Q_SIGNALS:
  /// The place of a figure is requested: the line, from 1, of the log with that number in `setLogs`.
  void lineRequested(std::size_t log, std::uint32_t line);

 private:
  QWidget* makeHead();
  ExportButton* makeExport(QWidget* parent);
  void connectColumns();
  void compare(bool goesOn);
  void wish(const std::string& column, ColumnUse use);
  void showColumns();
  void adopt(std::shared_ptr<const ComparedLogs> logs, bool goesOn);
  void showFailures();
  void showLogCount(std::size_t count);

  std::vector<std::shared_ptr<const Log>> m_given;
  QString m_note;
  ColumnWishes m_wishes;
  std::shared_ptr<const ComparedLogs> m_logs;
  Job<std::shared_ptr<const ComparedLogs>> m_job;
  Mode m_mode = Mode::Measurements;
  QToolButton* m_measurementsButton = nullptr;
  QToolButton* m_tablesButton = nullptr;
  QPushButton* m_withButton = nullptr;
  PartLine* m_part = nullptr;
  QWidget* m_head = nullptr;
  QLabel* m_failures = nullptr;
  ExportButton* m_export = nullptr;
  QLabel* m_empty = nullptr;
  ColumnStrip* m_columns = nullptr;
  QStackedWidget* m_stack = nullptr;
  MeasurementsView* m_measurements = nullptr;
  TablesView* m_tables = nullptr;
};

}  // namespace kernline::ui
