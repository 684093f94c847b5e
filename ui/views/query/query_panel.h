// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/query/query_engine.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSplitter;
class QTableView;
class QToolButton;

namespace kernline::ui {

class LongWork;
class QuietLabel;
class RowsModel;
class SqlEditor;

/// SQL over the open trace: an editor, and next to it the answer, whose rows lead to the timeline.
class QueryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit QueryPanel(QWidget* parent = nullptr);

  /// nullptr if nothing is open. The text stays.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// The steps that queries answer of; nullptr for those that are found.
  void setSteps(std::shared_ptr<const FoundSteps> steps);
  [[nodiscard]] bool isBusy() const;

 public Q_SLOTS:
  void run();
  void cancel();

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void forgetAnswers();  ///< a database remembers families and steps, which are others now
  QWidget* buildBar();
  QWidget* buildEditor();
  QWidget* buildResults();
  void fillExamples(QMenu* menu);
  void fillHistory(QMenu* menu);
  void fillTables(QMenu* menu);
  void keepAnswer();
  void restoreAnswer();
  void takeOutcome(const QueryOutcome& outcome);
  void showError(const sql::QueryError& error);
  void showResult(const QueryOutcome& outcome);
  void setResult(std::shared_ptr<const QueryResult> result);
  void fitColumns();
  void openRow(const QModelIndex& index);
  void copyRows();
  void saveRows();
  void updateState();
  void colorError();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const FoundSteps> m_steps;
  std::shared_ptr<QueryEngine> m_engine;
  Job<QueryOutcome> m_running;
  Job<bool> m_saving;
  QString m_status;    // text about the last answer
  QString m_asked;     // the query that runs, or ran last
  QString m_answered;  // the one whose result is shown

  /// The last query and result of another open trace.
  struct Answer {
    std::weak_ptr<const Trace> trace;
    std::shared_ptr<const QueryResult> result;
    QString status;
    QString query;
  };
  std::vector<Answer> m_answers;

  QSplitter* m_splitter = nullptr;
  SqlEditor* m_editor = nullptr;
  QLabel* m_error = nullptr;
  QPushButton* m_run = nullptr;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_copy = nullptr;
  QToolButton* m_save = nullptr;
  LongWork* m_long = nullptr;
  QuietLabel* m_state = nullptr;
  QuietLabel* m_empty = nullptr;
  std::shared_ptr<const QueryResult> m_result;  // shown result
  RowsModel* m_model = nullptr;
  QTableView* m_view = nullptr;
};

}  // namespace kernline::ui
