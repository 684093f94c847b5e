// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows the timeline: its scene, rows, drawing, mouse and keys.
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/row_id.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QScrollBar;

namespace kernline::ui {

class ColorLegend;
class Minimap;
class SceneHistory;
class TimelineCanvas;
class TimelineScene;

/// The whole timeline of one trace: minimap, ruler, and every track in one custom-painted surface.
///
/// Works from the moment it has a trace; an index of the same trace, built by a worker, makes each frame cheaper and
/// fills the minimap. Follows its palette: a dark window color gives the dark theme.
///
/// The state that all views of a trace share: the time in sight, the selected span and the chosen
/// range, is here. All else belongs to a part of the scene: the rows and their order, steps, hits, marks, colors.
class TimelineView : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineView(QWidget* parent = nullptr);
  ~TimelineView() override;

  [[nodiscard]] TimelineScene& scene() const { return *m_scene; }
  /// The places that the user visited.
  [[nodiscard]] SceneHistory& history() const { return *m_history; }

  /// Sets the scene's trace; the history ends with the trace.
  void setTrace(std::shared_ptr<const Trace> trace, bool keepView = false);
  /// An index of another trace than the one shown is ignored.
  void setIndex(std::shared_ptr<const QueryIndex> index);
  /// Calls `Companions::setSource`.
  void setCompanions(std::function<std::vector<SpanId>(SpanId)> companionsOf);
  /// Calls `RowArranger::pinTemporarily`.
  void pinTemporarily(const std::vector<RowId>& rows);

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const;
  /// Sets the width of row names, in pixels.
  void setTitleWidth(int width);
  [[nodiscard]] int titleWidth() const;
  [[nodiscard]] SpanId selection() const;
  [[nodiscard]] TimeRange visibleRange() const;
  /// Returns the interval that the user chose; nullopt for everything.
  [[nodiscard]] std::optional<TimeRange> chosenRange() const;

  /// Shows or hides the minimap; without it there is more room for tracks.
  void setMinimapVisible(bool visible);
  /// Shows or hides the scroll bar; without it only wheel and keys scroll.
  void setScrollBarVisible(bool visible);
  /// The height that it needs to show all rows.
  [[nodiscard]] int wholeHeight() const;
  /// The area of the tracks, in the view's pixels.
  [[nodiscard]] QRect tracksRect() const;
  [[nodiscard]] QSize sizeHint() const override;

 public Q_SLOTS:
  /// `reveal` scrolls, expands and, if the span is out of sight or too narrow to see, zooms to it. A span that the
  /// trace lacks clears the selection.
  void select(kernline::SpanId span, bool reveal = true);
  void clearSelection();
  void setVisibleRange(kernline::TimeRange range);
  void chooseRange(std::optional<kernline::TimeRange> range);
  /// Shows a moment pointed at in another view of the same time.
  void showMoment(std::optional<kernline::Time> moment);

 Q_SIGNALS:
  void titleWidthChanged(int width);
  void selectionChanged(kernline::SpanId span);  ///< SpanId::none if nothing is selected
  void hoverChanged(kernline::SpanId span);
  void activated(kernline::SpanId span);  ///< double click or Return
  void visibleRangeChanged(kernline::TimeRange range);
  void hoverTimeChanged(std::optional<kernline::Time> time);  ///< std::nullopt if the pointer is elsewhere
  void tracksRectChanged();                                   ///< `tracksRect` is another
  void chosenRangeChanged();
  void spanMenuRequested(QPoint at);  ///< asks for the menu of the selected span, at a place on the screen
  void stepsMenuRequested(QPoint at);
  void markActivated(std::size_t at);  ///< clicked; a position in the scene's marks

 private:
  void connectScene();
  void connectCanvas();
  void describeForReaders();
  void updateScrollBar();

  std::unique_ptr<TimelineScene> m_scene;
  std::unique_ptr<SceneHistory> m_history;
  Minimap* m_minimap = nullptr;
  TimelineCanvas* m_canvas = nullptr;
  QScrollBar* m_scrollBar = nullptr;
  ColorLegend* m_legend = nullptr;
  bool m_mayShowScrollBar = true;
};

}  // namespace kernline::ui
