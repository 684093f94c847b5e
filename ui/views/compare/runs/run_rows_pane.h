// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/pairs_panel.h"
#include "ui/views/compare/runs/run_rows_model.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;
class QTableView;

namespace kernline::ui {

class ElidedLabel;

/// All rows of a comparison: what they are of, which of them are listed, and two of them taken for one.
class RunRowsPane : public QWidget {
  Q_OBJECT

 public:
  explicit RunRowsPane(QWidget* parent);

  void showComparison(std::shared_ptr<const RunComparison> comparison);
  /// Shows the work of the comparison: columns give reasons for changes, where known.
  void showWork(std::shared_ptr<const ComparedWork> work);
  /// The run, not the base, whose change is shown.
  void showOther(std::size_t run);
  /// Limits totals, medians and counts to these, one a run, the base first; empty for the whole recordings.
  void setRanges(std::vector<TimeRange> ranges);
  void selectRow(std::size_t number);
  /// Returns the key that matches kernels of all runs; std::nullopt for the one that fits.
  [[nodiscard]] std::optional<RunKey> key() const;
  /// The key is the one chosen last, and is stored in the user's settings from now on.
  void keepKey();
  /// Beside a waterfall of a step rows would be taken for a step's too: what they are of.
  [[nodiscard]] QString title() const;
  /// Fits the columns to the available width.
  void fitColumns();
  /// False if the filter is empty or does not have the focus.
  bool clearFilter();
  void hideBar();

 Q_SIGNALS:
  void keyChosen();
  void titleChanged();
  /// Requests figures of the whole recording.
  void wholeRequested();
  void rowRequested(std::size_t number);
  void paired(const kernline::ui::NamePair& pair);
  void parted(const std::string& name);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  QWidget* buildBar();
  void buildTable();
  void connectBar();
  [[nodiscard]] RunRowsModel::Figure figure() const;
  void showFigure();
  void count();
  [[nodiscard]] std::vector<std::size_t> selectedRows() const;
  void enablePairing();
  void showMeasured();
  void nameKeyInUse();
  [[nodiscard]] double longestName() const;
  void pairSelected();

  std::shared_ptr<const RunComparison> m_comparison;
  std::vector<TimeRange> m_ranges;
  Job<std::vector<RunRow>> m_counting;
  std::size_t m_other = 1;
  QWidget* m_bar = nullptr;
  QLineEdit* m_filter = nullptr;
  QComboBox* m_which = nullptr;
  QComboBox* m_figure = nullptr;
  QComboBox* m_by = nullptr;
  QPushButton* m_pair = nullptr;
  RunRowsModel* m_model = nullptr;
  QTableView* m_table = nullptr;
  bool m_keepsKey = false;
  bool m_isPerStepLater = false;      // once no range is chosen any more
  bool m_hasMeasured = false;         // whether any row has counters
  ElidedLabel* m_measured = nullptr;  // counters of the current row
};

}  // namespace kernline::ui
