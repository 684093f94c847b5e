// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/data_quality.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTableView;

namespace kernline::ui {

class LongWork;
class QuietLabel;
class RowsModel;

/// Panel of a trace's data issues: their list, the meaning and affected figures of the current one, and the way to its
/// examples on the timeline, one after the other.
class DataIssuesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DataIssuesPanel(QWidget* parent = nullptr);

  /// nullptr if not known, or nothing is open.
  void setIssues(const std::shared_ptr<const DataQuality>& issues);
  /// Shows whether issues are being looked for.
  void setLooking(bool looking);

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);
  void cancelRequested();
  void lookRequested();

 protected:
  /// Shows the clause with the issue first if room is short; the pane has the rest.
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeExplanation();
  [[nodiscard]] const DataIssue* current() const;
  void explainCurrent();
  void goToNext();
  void showPosition(const DataIssue& issue);

  RowsModel* m_model = nullptr;
  QTableView* m_view = nullptr;
  QWidget* m_explanation = nullptr;
  QLabel* m_what = nullptr;
  QLabel* m_meaning = nullptr;
  QuietLabel* m_affects = nullptr;
  QuietLabel* m_position = nullptr;
  QPushButton* m_next = nullptr;
  QuietLabel* m_emptyNote = nullptr;
  LongWork* m_long = nullptr;
  std::shared_ptr<const DataQuality> m_issues;
  std::size_t m_shown = 0;  ///< examples of the current issue that were gone to
};

}  // namespace kernline::ui
