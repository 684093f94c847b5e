// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_index.h"
#include "core/trace/trace.h"

#include <QWidget>

#include <memory>
#include <vector>

class QScrollBar;

namespace kernline::ui {

class Minimap;
class TimelineCanvas;
class TimelineScene;

/// The whole timeline of one trace: minimap, ruler, and every track in one custom-painted surface.
///
/// Works from the moment it has a trace; an index of the same trace, built by a worker, makes each frame cheaper and
/// fills the minimap. Follows its palette: a dark window colour gives the dark theme.
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
  /// Search hits, sorted by start, marked on bars and minimap; nullptr: no search. The rest is dimmed meanwhile.
  void setMatches(std::shared_ptr<const std::vector<SpanId>> matches);

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const;
  [[nodiscard]] SpanId selection() const;
  [[nodiscard]] SpanId hovered() const;
  [[nodiscard]] TimeRange visibleRange() const;

  [[nodiscard]] QSize sizeHint() const override;

 public Q_SLOTS:
  /// `reveal` scrolls, expands and, where the span is out of sight or too narrow to see, zooms to it.
  void select(kernline::SpanId span, bool reveal = true);
  void clearSelection();
  void setVisibleRange(kernline::TimeRange range);
  void fitAll();
  void fitSelection();
  void zoomIn();
  void zoomOut();
  void setAllCollapsed(bool collapsed);

 Q_SIGNALS:
  void selectionChanged(kernline::SpanId span);  ///< SpanId::none: nothing is selected
  void hoverChanged(kernline::SpanId span);
  void activated(kernline::SpanId span);  ///< double click or Return
  void visibleRangeChanged(kernline::TimeRange range);

 private:
  void connectScene();
  void describeForReaders();
  void updateScrollBar();

  std::unique_ptr<TimelineScene> m_scene;
  Minimap* m_minimap = nullptr;
  TimelineCanvas* m_canvas = nullptr;
  QScrollBar* m_scrollBar = nullptr;
};

}  // namespace kernline::ui
