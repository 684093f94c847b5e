// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows a log: its outline, tables, charts and lines.
#pragma once

#include "core/model/log/log.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/logs/log_grid.h"
#include "ui/views/logs/log_outline.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

class QHBoxLayout;
class QSplitter;
class QToolButton;
class QTreeView;

namespace kernline::ui {

class ChartPane;
class ElidedLabel;
class LogTextView;
class OutlineModel;
class PaneHeights;
class TablePane;

/// Page of a log: the outline next to the table that was chosen, and below it the chart of the table and the text
/// around it. A row, its bar and its line are shown together.
class LogPage : public QWidget {
  Q_OBJECT

 public:
  explicit LogPage(QWidget* parent = nullptr);
  ~LogPage() override;

  /// nullptr if nothing is open. A log that is read again stays where it was.
  void setLog(std::shared_ptr<const Log> log);
  /// Shows the first part of the outline whose path contains `text`; false if there is none.
  bool select(const QString& text);
  void goTo(OutlineId node);
  /// The path of its place in the outline; empty if it is in none.
  [[nodiscard]] QString place() const;
  /// Goes to a place of a log that was just set, once there is an outline.
  void keepPlace(const QString& path) { m_pathToKeep = path; }
  /// Shows the contents of a line: its table and row, else the text.
  void goToLine(std::uint32_t line);
  void clearSelection();

  void showText(bool shown);
  void showChart(bool shown);
  [[nodiscard]] bool showsText() const { return m_wantsText; }
  [[nodiscard]] bool showsChart() const { return m_wantsChart; }

  [[nodiscard]] OutlineId current() const { return m_current; }
  [[nodiscard]] TablePane& table() const { return *m_table; }
  [[nodiscard]] ChartPane& chart() const { return *m_chart; }
  [[nodiscard]] LogTextView& text() const { return *m_text; }
  /// The chart, if there is one to be saved.
  [[nodiscard]] QWidget* chartWidget() const;
  [[nodiscard]] QString tableText() const;
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void fileRequested(const QString& path);
  void lineChosen(std::uint32_t line);
  void panesChanged();  ///< text or chart came or went

 private:
  QWidget* buildCenter();
  void buildOutline();
  void takeOutline(std::shared_ptr<const LogOutline> outline);
  void showNode(OutlineId node);
  void takeGrid(GridPtr grid);
  void showFilesOf(OutlineId node);
  void arrangePanes();
  void chooseRow(std::uint32_t gridRow);
  void chooseLine(std::uint32_t line);
  void activateRow(std::uint32_t gridRow);
  void activateNode(OutlineId node);
  void openLink(const QString& text);
  QToolButton* makePaneButton(const char* name, const char* iconName, const QString& tip, void (LogPage::*what)(bool));

  std::shared_ptr<const Log> m_log;
  std::shared_ptr<const LogOutline> m_outline;
  Job<std::shared_ptr<const LogOutline>> m_outlining;
  Job<GridPtr> m_making;
  OutlineId m_current = noOutline;
  QString m_pathToKeep;            // path of the outline, while a log is read again
  std::uint32_t m_lineToShow = 0;  // once the grid is there
  bool m_wantsText = false;
  bool m_wantsChart = true;

  OutlineModel* m_model = nullptr;
  QTreeView* m_tree = nullptr;
  ElidedLabel* m_title = nullptr;
  QWidget* m_head = nullptr;
  QHBoxLayout* m_files = nullptr;
  TablePane* m_table = nullptr;
  ChartPane* m_chart = nullptr;
  LogTextView* m_text = nullptr;
  std::unique_ptr<PaneHeights> m_heights;
  QSplitter* m_below = nullptr;
  QToolButton* m_textButton = nullptr;
  QToolButton* m_chartButton = nullptr;
};

}  // namespace kernline::ui
