// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/runs_session.h"

#include <QSplitter>

#include <vector>

class QTabWidget;

namespace kernline::ui {

class PairsPanel;
class RunRowsPane;
class SourceChanges;
class StackedTimelines;
class TimelinesPane;
class WaterfallView;

/// The chosen runs against the base: where the change of a step comes from, all rows, what may have been renamed, why
/// peaks of memory differ, which source lines became cheaper, and all timelines.
class DifferencesPage : public QSplitter {
  Q_OBJECT

 public:
  /// The session must outlive the page.
  DifferencesPage(RunsSession& session, QWidget* parent);

  /// See `RunsWindow`.
  void keepChoices();
  /// The comparison of the session is another one.
  void showComparison();
  /// Shows the work of the comparison once it is known.
  void showWork();
  /// The change of another run is to be shown.
  void showOther();
  void fitColumns();
  /// Clears the filter that is typed in, the selection or the chosen range. False if there is none of these.
  bool clearOne();
  [[nodiscard]] StackedTimelines* timelines() const;

  /// Hides all that could be clicked or scrolled, for a picture.
  void hideControls();
  struct Fitted {
    std::size_t timelines = 0;  ///< number of visible timelines
    int height = 0;
    int lower = 0;  ///< height of the page's timelines
  };
  /// Timelines come first: where room is short, the waterfall, which would not add up in part, and then the rows do
  /// without.
  [[nodiscard]] Fitted fitInto(int room);

 private:
  [[nodiscard]] QWidget* buildWaterfall(QWidget* parent);
  void buildTabs(QWidget* parent);
  void connectParts();
  void showRowNamed(const QString& name);
  void showGaps(IdleCause cause);
  void showPairs();
  void showLines();

  using IdleOfRuns = std::vector<DeviceIdle>;

  RunsSession& m_session;
  Job<IdleOfRuns> m_findingGaps;
  QWidget* m_fall = nullptr;  // waterfall with its title
  WaterfallView* m_waterfall = nullptr;
  QTabWidget* m_tabs = nullptr;
  RunRowsPane* m_rows = nullptr;
  PairsPanel* m_pairs = nullptr;
  WaterfallView* m_memory = nullptr;
  int m_memoryTab = 0;
  SourceChanges* m_lines = nullptr;
  TimelinesPane* m_timelines = nullptr;
};

}  // namespace kernline::ui
