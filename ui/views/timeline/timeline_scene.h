// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/analysis/query/span_arrows.h"
#include "core/model/trace/trace.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/views/timeline/arrangement.h"
#include "ui/views/timeline/device_notes.h"
#include "ui/views/timeline/match_set.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_layout.h"
#include "ui/views/timeline/work_colors.h"

#include <QObject>
#include <QPoint>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// A place that a person marked, with its text: a moment, or a stretch of time.
struct TimelineMark {
  TimeRange range;
  QString text;
};

/// Two spans and the time between them, as a person measures it.
struct Measurement {
  SpanId first = SpanId::none;   ///< the one that starts first
  SpanId second = SpanId::none;  ///< the other

  bool operator==(const Measurement&) const = default;
};

/// From one step to another of the same process, by their numbers there.
struct StepStretch {
  std::size_t first = 0;
  std::size_t last = 0;

  bool operator==(const StepStretch&) const = default;
};

/// What the parts of one timeline show in common: the trace, the piece of it in sight, and what is selected. Owned by
/// the view; canvas and minimap read it, change it through its functions, and repaint on its signals.
class TimelineScene : public QObject {
  Q_OBJECT

 public:
  void setTrace(std::shared_ptr<const Trace> trace, bool keepView);
  void setIndex(std::shared_ptr<const QueryIndex> index);
  void setMatches(MatchSet matches);
  /// What else bears the selection's name; forgotten with the selection.
  void setSameName(MatchSet sameName);

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] const QueryIndex* index() const { return m_index.get(); }
  [[nodiscard]] const std::shared_ptr<const QueryIndex>& sharedIndex() const { return m_index; }
  [[nodiscard]] const MatchSet& matches() const { return m_matches; }
  [[nodiscard]] const MatchSet& sameName() const { return m_sameName; }
  [[nodiscard]] const TimelineLayout& layout() const { return m_layout; }

  // Only what matches: rows without a hit and spans that are none step out of sight. No part of the arrangement, so it
  // hides nothing once the search is over, and nothing while there is no hit at all.
  void setOnlyMatches(bool only);
  [[nodiscard]] bool wantsOnlyMatches() const { return m_onlyMatches; }
  /// Rows that are hidden for that alone.
  [[nodiscard]] std::size_t rowsWithoutMatch() const;
  [[nodiscard]] bool showsOnlyMatches() const { return m_onlyMatches && !m_matches.byStart().empty(); }

  // The piece in sight, in logical pixels of the area of tracks
  void setViewport(int width, int height);
  [[nodiscard]] TimeAxis axis() const { return {m_range, m_width}; }
  [[nodiscard]] TimeRange range() const { return m_range; }
  [[nodiscard]] bool showsAll() const { return m_showsAll; }
  [[nodiscard]] int viewHeight() const { return m_height; }
  [[nodiscard]] int scroll() const { return m_scroll; }
  [[nodiscard]] int maxScroll() const;

  void setRange(TimeRange range);          ///< as asked, wherever that is
  void showWithinBounds(TimeRange range);  ///< kept near the trace, as a hand moves it
  void zoomAt(double factor, double x);
  void panPixels(double dx);
  void setScroll(int y);
  void fitAll();

  // A stretch of time that a person chose; what is counted can be limited to it
  [[nodiscard]] const std::optional<TimeRange>& chosenRange() const { return m_chosen; }
  /// Set while the chosen range is the stretch from one span to another.
  [[nodiscard]] const std::optional<Measurement>& measurement() const { return m_measurement; }
  /// Set while the chosen range is that of steps.
  [[nodiscard]] const std::optional<StepStretch>& chosenSteps() const { return m_chosenSteps; }
  void choose(std::optional<TimeRange> range);
  /// Chooses from the start of the one to the end of the other.
  void measure(SpanId a, SpanId b);

  // Steps: those that the trace says, until others are set
  [[nodiscard]] const ShownSteps& steps() const { return *m_steps; }
  [[nodiscard]] const std::shared_ptr<const ShownSteps>& sharedSteps() const { return m_steps; }
  void setSteps(std::shared_ptr<const FoundSteps> steps);
  /// One that was selected, or whose annotation is the selection.
  [[nodiscard]] const std::optional<std::size_t>& selectedStep() const { return m_step; }
  /// Selects its annotation too, if it has one.
  void selectStep(std::size_t step);
  /// Chooses from the beginning of the one to the end of the other, whichever comes first.
  void chooseSteps(std::size_t a, std::size_t b);
  void zoomToStep(std::size_t step);
  /// Selects and shows the next or the previous step; if none is selected that in the middle of the view, or one near.
  void walkSteps(bool toNext);

  [[nodiscard]] const std::vector<TimelineMark>& marks() const { return m_marks; }
  void setMarks(std::vector<TimelineMark> marks);

  // What a person has made of the rows
  [[nodiscard]] const Arrangement& arrangement() const { return m_arrangement; }
  /// The topmost row in sight stays where it is, if it stays at all.
  void arrange(Arrangement arrangement);
  /// Pins these rows, at most 16, until the next call; what is kept of the arrangement knows nothing of it.
  void pinTemporarily(const std::vector<RowId>& rows);
  /// As if nobody had arranged this trace, or one of its kind, before.
  void resetArrangement();
  /// Whether arrangements outlive this trace, by its kind, in the user's settings. Off at first.
  void setKeepsArrangements(bool keeps) { m_keepsArrangements = keeps; }
  void toggle(const TimelineRow& row);
  void setAllCollapsed(bool collapsed);
  /// All rows in their order, the hidden ones too.
  [[nodiscard]] std::vector<RowGroup> allRows() const;
  /// Opens what hides the row and scrolls to it.
  void showRow(RowId row);

  // Rows in sight: pinned ones stay at the top while the others scroll, unless they leave too little room
  [[nodiscard]] int stuckHeight() const;
  [[nodiscard]] int toLayoutY(int viewY) const { return viewY < stuckHeight() ? viewY : viewY + m_scroll; }
  [[nodiscard]] int toViewY(const TimelineRow& row) const {
    return row.top < stuckHeight() ? row.top : row.top - m_scroll;
  }
  /// The row at a height of the area of tracks, be it the header that stays above its rows; or nullptr.
  [[nodiscard]] const TimelineRow* rowInSight(int viewY) const;
  /// From the top down, those that are covered in part too.
  [[nodiscard]] std::vector<const TimelineRow*> rowsInSight() const;
  /// The header that stays above its rows, at `stuckHeight()`; nullptr while there is none.
  [[nodiscard]] const TimelineRow* stickyHeader() const { return m_layout.stickyHeader(m_scroll + stuckHeight()); }
  /// The rows above hide it: pinned ones, or the sticky header.
  [[nodiscard]] bool isCovered(SpanId span) const;

  // Notes on devices: why they are idle, how much is queued. Rows appear for devices that there are notes on.
  void setDeviceNotes(std::shared_ptr<const DeviceNotes> notes);
  void showDeviceNotes(bool idle, bool queues);
  [[nodiscard]] const DeviceNotes* deviceNotes() const { return m_deviceNotes.get(); }

  /// What colors device work instead of its names; nullptr: they do.
  void setWorkColors(std::shared_ptr<const WorkColors> colors);
  [[nodiscard]] const std::shared_ptr<const WorkColors>& workColors() const { return m_workColors; }

  // Spans
  [[nodiscard]] SpanId selection() const { return m_selection; }
  [[nodiscard]] SpanId hovered() const { return m_hovered; }
  [[nodiscard]] const std::vector<SpanArrow>& arrows() const { return m_arrows; }
  void setSelection(SpanId span);
  void setHovered(SpanId span);
  /// Opens what hides the span, scrolls to its row, and moves or zooms to its time if it cannot be seen.
  void reveal(SpanId span);
  /// Opens a track and what hides it, and scrolls it to the top.
  void revealTrack(TrackId track);
  /// Where a span is drawn, whole pixels or parts of them; none if its row is hidden. May lie out of sight.
  [[nodiscard]] std::optional<QRectF> rectOf(SpanId span) const;
  /// What a person points at.
  [[nodiscard]] SpanId spanAt(QPointF position) const;

 Q_SIGNALS:
  void changed();             ///< everything must be painted anew
  void contentChanged();      ///< another trace, index or search; `changed` follows
  void overlayChanged();      ///< only what lies over the tracks
  void arrangementChanged();  ///< by somebody, or with another trace
  void onlyMatchesChanged();
  void rangeChanged();
  void chosenRangeChanged();
  void selectionChanged();
  void selectedStepChanged();
  void hoverChanged();

 private:
  [[nodiscard]] SpanId spanUnder(LaneId lane, double x) const;
  [[nodiscard]] SpanId hitAt(LaneId lane, double x) const;
  [[nodiscard]] std::vector<RowId> rowsToShow() const;
  void relayout();
  void placeDeviceNotes();
  void setSelectedStep(std::optional<std::size_t> step);
  void revealStep(std::size_t step);
  [[nodiscard]] Arrangement freshArrangement() const;
  void open(RowId row);
  void scrollTo(int top, int bottom);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const QueryIndex> m_index;
  MatchSet m_matches;
  bool m_onlyMatches = false;
  MatchSet m_sameName;
  std::shared_ptr<const DeviceNotes> m_deviceNotes;
  std::shared_ptr<const WorkColors> m_workColors;
  bool m_showsIdle = false;
  bool m_showsQueues = false;
  std::vector<RowId> m_filledRows;  // with those of notes
  Arrangement m_arrangement;
  std::vector<RowId> m_pinnedForNow;
  bool m_keepsArrangements = false;
  bool m_isManuallyArranged = false;  // since the trace, or its preview, was opened
  TimelineLayout m_layout;
  TimeRange m_range{{0}, {1'000'000}};
  std::optional<TimeRange> m_chosen;
  std::optional<Measurement> m_measurement;
  std::shared_ptr<const ShownSteps> m_steps = std::make_shared<const ShownSteps>();
  std::optional<std::size_t> m_step;
  std::optional<StepStretch> m_chosenSteps;
  std::vector<TimelineMark> m_marks;
  bool m_showsAll = true;  // nobody has moved the view since it showed the whole
  int m_width = 1;
  int m_height = 1;
  int m_scroll = 0;
  SpanId m_selection = SpanId::none;
  SpanId m_hovered = SpanId::none;
  std::vector<SpanArrow> m_arrows;
};

}  // namespace kernline::ui
