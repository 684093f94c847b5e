// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/model/log/log.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/open_run.h"
#include "ui/views/compare/runs/pairs_panel.h"
#include "ui/views/compare/runs/stacked_timelines.h"

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QTableView;
class QToolButton;

namespace kernline::ui {

class MatrixPage;
class RunRowsModel;
class RunStrip;
class SeriesPage;
class WaterfallView;

/// Two recordings or more side by side in a window of its own: the verdict with its reasons, where the change of a step
/// comes from, all rows, what may have been renamed, and all timelines.
class RunsWindow : public QWidget {
  Q_OBJECT

 public:
  enum class Mode : std::uint8_t {
    Differences,  ///< the chosen runs against the base
    Matrix,       ///< all open traces and logs, by model and size
    Series        ///< all open traces as runs of one program in a row
  };

  explicit RunsWindow(QWidget* parent = nullptr);
  ~RunsWindow() override;

  /// The traces there are to choose from. What is chosen stays, as long as it is there.
  void setRuns(std::vector<OpenRun> runs);
  /// The logs that are open, for the matrix.
  void setLogs(std::vector<std::shared_ptr<const Log>> logs);
  /// What else is open, by title: it is said where that is compared.
  void setOthers(const QStringList& logs, const QStringList& memories);
  void showMode(Mode mode);
  [[nodiscard]] Mode mode() const { return m_mode; }
  void choose(const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other);
  /// Against what was opened first; if it is that one itself, or none, what was opened last.
  void chooseOther(const std::shared_ptr<const Trace>& other);
  /// The base first; those that are not open are left out.
  void choose(const std::vector<std::shared_ptr<const Trace>>& traces);
  /// Chooses the runs of these paths, the base first, as soon as `setRuns` brings them.
  void expect(QStringList paths);
  /// The same, but beside those that are chosen.
  void expectMore(const QStringList& paths);
  /// Of those that are expected these are no traces, or cannot be read.
  void forgo(const QStringList& paths);
  [[nodiscard]] const std::shared_ptr<const RunComparison>& comparison() const { return m_comparison; }
  [[nodiscard]] const std::vector<ChosenRun>& runs() const { return m_runs; }
  [[nodiscard]] int openRuns() const { return static_cast<int>(m_open.size()); }
  [[nodiscard]] StackedTimelines* timelines() const { return m_timelines; }
  [[nodiscard]] bool isBusy() const;
  /// Whether there is nothing to show in the mode that is on.
  [[nodiscard]] bool isEmpty() const;
  [[nodiscard]] QSize sizeHint() const override { return {1280, 860}; }
  /// Of differences: takes away what is there to be clicked or scrolled, and makes room for as many timelines as there
  /// can be; of no size, that is as high as all of them. How many are shown.
  std::size_t becomePicture(QSize size);

 Q_SIGNALS:
  void openRequested();
  /// One of those of `setOthers`, beside the memory of the base (or of nothing).
  void memoryRequested(int memory, const std::shared_ptr<const kernline::Trace>& base);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Compared {
    std::shared_ptr<const RunComparison> comparison;
    std::vector<std::string> annotations;  // that all have
  };

  void buildHead(QWidget* parent);
  void buildModes(QWidget* parent, QHBoxLayout* row);
  void buildBody();
  void buildWaterfall(QWidget* parent);
  QWidget* buildTable(QWidget* parent);
  QWidget* buildTableBar(QWidget* parent);
  QWidget* buildTimelines(QWidget* parent);
  QWidget* buildTimelineBar(QWidget* parent);
  void hideControls();
  void connectTable();
  void connectStrip();

  void add(const OpenRun& run);
  void addAllOpen();
  void put(std::size_t at, const OpenRun& run);
  [[nodiscard]] QString nameOf(const OpenRun& run) const;
  void keepWhatIsOpen();
  void takeExpected();
  void fillUp();
  void showStrip();
  void changeRuns(const auto& what);
  void compare();
  void adopt(Expected<Compared> compared);
  void say(const QString& sentence);
  [[nodiscard]] QString whatToOpen() const;
  void showDifferences();
  void showOther(std::size_t run);
  void showVerdict();
  void nameRows();
  void focusMode();
  void showRowNamed(const QString& name);
  void offerAnnotations(const std::vector<std::string>& annotations);
  void alignTimelines();
  void showPairs();
  void accept(std::vector<NamePair> pairs);
  void undo(const NamePair& pair);
  void pairSelected();
  void enablePairing();
  [[nodiscard]] std::vector<std::size_t> selectedRows() const;
  [[nodiscard]] RunKey key() const;
  /// Whose change is shown, as long as the comparison at hand knows it: a new one may be under way.
  [[nodiscard]] std::size_t shown() const;
  void fitColumns();

  Mode m_mode = Mode::Differences;
  std::vector<OpenRun> m_open;
  std::vector<std::shared_ptr<const Log>> m_logs;
  std::vector<ChosenRun> m_runs;  // the base first
  std::size_t m_other = 1;        // whose change is shown
  bool m_hasOtherLogs = false;
  bool m_hasOtherMemory = false;
  QStringList m_expected;
  QStringList m_expectedMore;
  std::map<RunKey, std::vector<NamePair>> m_pairs;
  std::map<RunKey, std::vector<NamePair>> m_rejected;
  std::shared_ptr<const RunComparison> m_comparison;
  Job<Compared> m_job;
  RunStrip* m_strip = nullptr;
  QComboBox* m_by = nullptr;
  QComboBox* m_figure = nullptr;
  QComboBox* m_which = nullptr;
  QComboBox* m_scale = nullptr;
  QComboBox* m_steps = nullptr;
  QComboBox* m_align = nullptr;
  QCheckBox* m_linked = nullptr;
  QPushButton* m_firstSteps = nullptr;
  QPushButton* m_pair = nullptr;
  QLabel* m_verdict = nullptr;
  QLabel* m_reasons = nullptr;
  QLabel* m_doubts = nullptr;
  QStackedWidget* m_places = nullptr;
  QLabel* m_sentence = nullptr;
  QWidget* m_body = nullptr;
  QWidget* m_fall = nullptr;  // with its title
  WaterfallView* m_waterfall = nullptr;
  WaterfallView* m_memory = nullptr;
  int m_memoryTab = 0;
  QLineEdit* m_filter = nullptr;
  QTabWidget* m_tabs = nullptr;
  QTableView* m_table = nullptr;
  RunRowsModel* m_model = nullptr;
  PairsPanel* m_pairsPanel = nullptr;
  StackedTimelines* m_timelines = nullptr;
  std::vector<QToolButton*> m_modes;
  MatrixPage* m_matrix = nullptr;
  SeriesPage* m_series = nullptr;
};

}  // namespace kernline::ui
