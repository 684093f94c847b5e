// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the window of core/compare/runs.
#pragma once

#include "core/model/log/log.h"
#include "ui/views/compare/runs/runs_session.h"

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace kernline::ui {

class DifferencesPage;
class LongWork;
class MatrixPage;
class RunStrip;
class SeriesPage;
class StackedTimelines;
class VerdictHead;

/// Two recordings or more in a window of its own: the runs that are chosen, the verdict with its reasons, and a page
/// for each way to look at them.
class RunsWindow : public QWidget {
  Q_OBJECT

 public:
  enum class Mode : std::uint8_t {
    Differences,  ///< the chosen runs against the base
    Matrix,       ///< all open traces and logs, by model and size
    Series        ///< all open traces as runs of one program in a row
  };

  explicit RunsWindow(QWidget* parent = nullptr);

  /// The naming of rows is as it was last, and is stored in the user's settings.
  void keepChoices();
  /// Sets the traces to choose from. Chosen ones stay, as long as they are there.
  void setRuns(std::vector<OpenRun> runs);
  /// The logs that are open, for the matrix.
  void setLogs(std::vector<std::shared_ptr<const Log>> logs);
  /// Sets other open documents, by title: the window shows where these are compared.
  void setOthers(const QStringList& logs, const QStringList& memories);
  void showMode(Mode mode);
  [[nodiscard]] Mode mode() const { return m_mode; }
  void choose(const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other);
  /// See `ChosenRuns::chooseSeen`.
  void chooseSeen(const std::shared_ptr<const Trace>& front, const std::shared_ptr<const Trace>& before);
  /// Shows the change of an open run, which is brought in if it is not compared yet.
  void showSeen(const std::shared_ptr<const Trace>& front);
  /// The base first; those that are not open are left out.
  void choose(const std::vector<std::shared_ptr<const Trace>>& traces);
  /// Chooses the runs of these paths as soon as `setRuns` brings them.
  void expect(QStringList paths, ChosenRuns::Base base);
  /// Shows a while of the run of this path, as soon as it is the base of what is compared.
  void showInBase(const QString& path, TimeRange range);
  /// Expects runs in addition to the chosen ones.
  void expectMore(const QStringList& paths);
  /// Expects a run in the place of a chosen one.
  void expectInstead(std::size_t run, const QString& path);
  /// Cancels expected files that are no traces, or unreadable.
  void cancelExpected(const QStringList& paths);
  [[nodiscard]] const std::shared_ptr<const RunComparison>& comparison() const { return m_session.comparison(); }
  [[nodiscard]] const std::vector<ChosenRun>& runs() const { return m_session.choice().runs(); }
  [[nodiscard]] int openRuns() const { return static_cast<int>(m_session.choice().open().size()); }
  [[nodiscard]] StackedTimelines* timelines() const;
  [[nodiscard]] bool isBusy() const;
  /// Returns true if the current mode has nothing to show.
  [[nodiscard]] bool isEmpty() const;
  [[nodiscard]] QSize sizeHint() const override { return {1280, 860}; }
  /// Lays out differences for a picture: hides controls and scroll bars, and makes room for as many timelines as fit;
  /// without a size, for all of them. Returns how many are shown.
  std::size_t layOutForPicture(QSize size);

 Q_SIGNALS:
  void openRequested();
  void openInsteadRequested(std::size_t run);  ///< a file, to take the place of this run
  /// One of those of `setOthers`, to compare with the memory of the base (or alone).
  void memoryRequested(int memory, const std::shared_ptr<const kernline::Trace>& base);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildHead();
  void buildModes(QWidget* parent, QHBoxLayout* row);
  void buildPlaces();
  void connectStrip();
  void connectKeys();
  void hideControls();
  void showComparison();
  void showSight();
  void showOther(std::size_t run);
  void showStrip();
  void showVerdict();
  void showDifferences();
  void showNote(const QString& sentence);
  [[nodiscard]] QString whatToOpen() const;
  void focusMode();

  RunsSession m_session;
  Mode m_mode = Mode::Differences;
  std::optional<std::pair<QString, TimeRange>> m_sight;  ///< range to show, and the base that it is of
  std::vector<std::shared_ptr<const Log>> m_logs;
  bool m_hasOtherLogs = false;
  bool m_hasOtherMemory = false;
  RunStrip* m_strip = nullptr;
  std::vector<QToolButton*> m_modes;
  VerdictHead* m_verdict = nullptr;
  LongWork* m_long = nullptr;
  QStackedWidget* m_places = nullptr;
  QLabel* m_sentence = nullptr;
  DifferencesPage* m_differences = nullptr;
  MatrixPage* m_matrix = nullptr;
  SeriesPage* m_series = nullptr;
};

}  // namespace kernline::ui
