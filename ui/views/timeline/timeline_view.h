// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/timeline/match_set.h"
#include "ui/views/timeline/row_actions.h"
#include "ui/views/timeline/view_history.h"

#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QScrollBar;

namespace kernline::ui {

struct DeviceNotes;
struct WorkColors;
class ColorLegend;
class Minimap;
class TimelineCanvas;
class ShownSteps;
class TimelineScene;
struct Measurement;
struct StepStretch;
struct TimelineMark;

/// The whole timeline of one trace: minimap, ruler, and every track in one custom-painted surface.
///
/// Works from the moment it has a trace; an index of the same trace, built by a worker, makes each frame cheaper and
/// fills the minimap. Follows its palette: a dark window color gives the dark theme.
class TimelineView : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineView(QWidget* parent = nullptr);
  ~TimelineView() override;

  /// Shows `trace`; nullptr empties the view. With `keepView` (a preview gives way to the whole trace) the visible
  /// range, the scroll position, the collapsed rows and the selection stay; a view that nobody has moved yet goes on
  /// showing the whole. Drops the index and the matches of the trace before.
  void setTrace(std::shared_ptr<const Trace> trace, bool keepView = false);
  /// An index of another trace than the one shown is ignored.
  void setIndex(std::shared_ptr<const QueryIndex> index);
  /// Search hits, marked on bars and minimap; inactive: no search. The rest is dimmed meanwhile.
  void setMatches(MatchSet matches);
  /// Hides rows without a hit and spans that are none, until the search is over or this is called off.
  void setOnlyMatches(bool only);
  [[nodiscard]] bool wantsOnlyMatches() const;
  /// Rows that are hidden only because they lack a hit; 0 if none is.
  [[nodiscard]] std::size_t rowsWithoutMatch() const;

  /// Shows these steps instead of those that the trace itself says; gone with the trace.
  void setSteps(std::shared_ptr<const FoundSteps> steps);

  /// What belongs to a span and is lit when it is selected, in ascending order, where that is more than its namesakes:
  /// the parts of a collective on all ranks. Empty: nothing. Forgotten with the trace.
  void setCompanions(std::function<std::vector<SpanId>(SpanId)> companionsOf);

  /// Flags and bands in the ruler, in any order.
  void setMarks(std::vector<TimelineMark> marks);
  /// What is known of the devices of the trace shown; gone with the trace.
  void setDeviceNotes(std::shared_ptr<const DeviceNotes> notes);
  /// A row of idle causes, and one of the queue's depth, at each device that there are notes on.
  void showDeviceNotes(bool idle, bool queues);
  /// Of the trace shown, with a legend; gone with the trace. nullptr: names color device work, as everything else.
  void setWorkColors(std::shared_ptr<const WorkColors> colors);

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const;
  [[nodiscard]] const std::shared_ptr<const QueryIndex>& queryIndex() const;
  [[nodiscard]] SpanId selection() const;
  [[nodiscard]] SpanId hovered() const;
  [[nodiscard]] TimeRange visibleRange() const;
  /// Nobody has moved the view since it showed the whole trace.
  [[nodiscard]] bool showsAll() const;
  /// The stretch of time that a person chose to look at; none: everything.
  [[nodiscard]] std::optional<TimeRange> chosenRange() const;
  /// The steps that are shown, by their rows.
  [[nodiscard]] const std::shared_ptr<const ShownSteps>& steps() const;
  /// One of them: selected, or its annotation is.
  [[nodiscard]] std::optional<std::size_t> selectedStep() const;
  /// Set while the chosen range is that of steps of one process.
  [[nodiscard]] std::optional<StepStretch> chosenSteps() const;
  /// Set while the chosen range is the stretch from one span to another.
  [[nodiscard]] std::optional<Measurement> measurement() const;

  // What a person has made of the rows
  [[nodiscard]] const Arrangement& arrangement() const;
  /// All rows in their order, the hidden ones too.
  [[nodiscard]] std::vector<RowGroup> allRows() const;
  void arrange(Arrangement arrangement);
  /// Pins these rows, at most 16, until the next call; what is kept of the arrangement knows nothing of it.
  void pinTemporarily(const std::vector<RowId>& rows);
  void arrangeRow(RowId row, RowAction action);
  /// The row of the selected span; rootRow: nothing is selected.
  [[nodiscard]] RowId selectedRow() const;
  /// From now on arrangements outlive their trace in the user's settings, for other traces of its kind.
  void keepArrangements();

  /// Without it there is more room for tracks.
  void setMinimapVisible(bool visible);
  /// Without it nothing but wheel and keys scroll.
  void setScrollBarVisible(bool visible);
  /// How high it must be to show all rows.
  [[nodiscard]] int wholeHeight() const;
  /// Where time is drawn, in the view's pixels.
  [[nodiscard]] QRect tracksRect() const;
  [[nodiscard]] QSize sizeHint() const override;

 public Q_SLOTS:
  /// `reveal` scrolls, expands and, where the span is out of sight or too narrow to see, zooms to it.
  void select(kernline::SpanId span, bool reveal = true);
  void clearSelection();
  /// Scrolls to a track, opening its process and its lanes.
  void showTrack(kernline::TrackId track);
  void setVisibleRange(kernline::TimeRange range);
  void chooseRange(std::optional<kernline::TimeRange> range);
  /// Makes the time of the selected step or span the chosen range.
  void chooseSelection();
  void fitAll();
  void fitSelection();  ///< or the chosen range, if neither a span nor a step is selected
  void fitChosenRange();
  void selectStepAt(kernline::TimeRange range);  ///< the step that is this range, if there is one
  void goToNextStep();
  void goToPreviousStep();
  void goBack();  ///< to what was in sight before
  void goForward();
  void zoomIn();
  void zoomOut();
  void setAllCollapsed(bool collapsed);
  void showRow(kernline::ui::RowId row);                  ///< opens what hides it and scrolls there
  void showMoment(std::optional<kernline::Time> moment);  ///< that is pointed at in another view of the same time
  void showAllRows();                                     ///< none is hidden or filtered away then
  void resetArrangement();

 Q_SIGNALS:
  void selectionChanged(kernline::SpanId span);  ///< SpanId::none: nothing is selected
  void hoverChanged(kernline::SpanId span);
  void activated(kernline::SpanId span);  ///< double click or Return
  void visibleRangeChanged(kernline::TimeRange range);
  void hoverTimeChanged(std::optional<kernline::Time> time);  ///< nothing: the pointer is elsewhere
  void tracksRectChanged();                                   ///< `tracksRect` is another
  void chosenRangeChanged();
  void spanMenuRequested(QPoint at);  ///< of the selected span; a place on the screen
  void stepsMenuRequested(QPoint at);
  void stepsChanged();
  void selectedStepChanged();
  void arrangementChanged();
  void onlyMatchesChanged();
  void markActivated(std::size_t at);  ///< clicked; a position in what setMarks was given

 private:
  void connectScene();
  void describeForReaders();
  void highlightSameName();
  void updateScrollBar();
  void openRowMenu(RowId row, QPoint at);
  [[nodiscard]] ViewPlace place() const;
  void showPlace(const std::optional<ViewPlace>& place);

  std::unique_ptr<TimelineScene> m_scene;
  Minimap* m_minimap = nullptr;
  TimelineCanvas* m_canvas = nullptr;
  QScrollBar* m_scrollBar = nullptr;
  ColorLegend* m_legend = nullptr;
  bool m_mayShowScrollBar = true;
  Job<MatchSet> m_lighting;
  std::function<std::vector<SpanId>(SpanId)> m_companionsOf;
  ViewHistory m_history;
  QTimer m_settled{this};  // a place counts once the view rests there
};

}  // namespace kernline::ui
