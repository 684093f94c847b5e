// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/recorder_event.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace kernline::ui {

class QuietLabel;
class ThinProgress;
class RunChart;
class RunSource;
class SourceChanges;
struct RunFigureRow;

/// The progress and the results of a run: progress, errors with their lines, figures, roofline and sweep.
class ResultPage : public QWidget {
  Q_OBJECT

 public:
  explicit ResultPage(QWidget* parent = nullptr);

  /// `earlier`: runs that this one is compared with, if they measured the same.
  void begin(const QString& title, std::vector<KeptRun> earlier = {});
  void take(const RecorderEvent& event);
  void takeText(const QString& line);
  /// Shows that records of a program arrive, which itself reports no progress.
  void showRecording();
  /// Shows that a program runs and waits to be recorded.
  void showArmed();
  /// Takes over the messages of another page.
  void resumeTrouble(const ResultPage& before);
  void showStalled(int seconds);
  /// Shows the end in words; an empty `trouble` is a good end.
  void finish(const QString& word, const QString& trouble);
  /// Runs of the history; two are compared.
  void showRuns(const QString& title, const std::vector<RunFigures>& runs, std::vector<KeptRun> earlier = {});
  /// Shows the files in RunSource.
  void showSources(const QStringList& files);
  /// Compares recordings in SourceChanges.
  void showLineChanges(const QStringList& recordings);
  [[nodiscard]] const std::vector<RunFigures>& figures() const { return m_figures; }

 private:
  QWidget* buildSweep();
  static void say(std::monostate /*unknown*/) {}
  void say(const StageEvent& event);
  void say(const SampleEvent& event);
  void say(const ClockEvent& event);
  void say(const ErrorEvent& event);
  void say(const RunFigures& figures);
  void showFigures();
  void addRow(int row, const RunFigureRow& figure);
  void showCharts();
  void offerFile(const QString& path);

  QLabel* m_title = nullptr;
  QLabel* m_word = nullptr;
  ThinProgress* m_progress = nullptr;
  QuietLabel* m_sample = nullptr;
  QuietLabel* m_clock = nullptr;
  QPlainTextEdit* m_trouble = nullptr;
  QPushButton* m_file = nullptr;
  QTabWidget* m_tabs = nullptr;
  QWidget* m_figurePlace = nullptr;
  QGridLayout* m_grid = nullptr;
  QuietLabel* m_noRoofline = nullptr;
  RunChart* m_roofline = nullptr;
  QLabel* m_limits = nullptr;
  RunChart* m_sweep = nullptr;
  RunChart* m_use = nullptr;
  RunSource* m_source = nullptr;
  SourceChanges* m_changes = nullptr;
  std::vector<RunFigures> m_figures;
  std::vector<KeptRun> m_earlier;
};

}  // namespace kernline::ui
