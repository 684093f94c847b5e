// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/compare/runs/counterpart.h"
#include "core/compare/runs/run_alignment.h"
#include "core/compare/runs/run_comparison.h"
#include "ui/views/compare/runs/open_run.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QVBoxLayout;

namespace kernline::ui {

class RibbonView;
class RunMark;
class TimelineView;

/// Timelines of several runs, one above the other, with one zoom: what they are aligned by lies above each other.
/// Activity or an annotation selected in one is selected in all, and ribbons between neighbors join it, and the steps.
/// A range chosen in one is chosen in all; while they are not linked, that of another can be changed alone. Runs whose
/// steps differ in length drift apart: once the step that lies above its counterpart is hidden, the visible one does.
class StackedTimelines : public QWidget {
  Q_OBJECT

 public:
  enum class Scale {
    Time,  ///< a second is as long in all
    Step   ///< a step, or what they are aligned by, is as long in all
  };

  explicit StackedTimelines(QWidget* parent = nullptr);
  ~StackedTimelines() override;

  /// The base first, as in the comparison.
  void showRuns(const std::vector<ChosenRun>& runs, std::shared_ptr<const RunComparison> comparison);
  void setScale(Scale scale);
  void setAlignment(RunAlignment alignment);
  /// Unlinked, each moves alone; linked again, they stay as far apart as they are then.
  void setLinked(bool linked);
  /// Draws a run later by that much than by its alignment.
  void setShift(std::size_t run, Duration shift);
  [[nodiscard]] Duration shift(std::size_t run) const { return m_rows[run].shift; }
  /// Shows a long activity of a row in all: those whose counterpart would be out of sight lay it above each other.
  void showRow(std::size_t row);
  /// Lays the longest gap of this cause of each run above each other, shows and selects its cause, and marks on the
  /// timelines why devices were idle. `idle` is that of `idleOfSteps`, run by run. A run without such a gap stays with
  /// the others; no effect without any.
  void showGaps(std::vector<DeviceIdle> idle, IdleCause cause);
  /// All from the beginning of the first step to the end of the second.
  void showSteps();
  /// Hides all that could be clicked; of more than two, heads have the texts of the strip of runs.
  void replaceHeadsByTitles();
  /// The height of all with a few rows of each.
  [[nodiscard]] int modestHeight() const;
  /// Makes each as high as its rows need, as far as there is room: none gets more than another that needs more. Those
  /// that do not even fit with little of each are left out. Returns how many are shown, and their height.
  std::pair<std::size_t, int> fitInto(int room);
  [[nodiscard]] TimelineView* view(std::size_t run) const { return m_rows[run].view; }
  [[nodiscard]] RibbonView* ribbonBelow(std::size_t run) const { return m_rows[run + 1].ribbon; }
  [[nodiscard]] std::size_t count() const { return m_count; }
  /// The range that the user chose in each run, the base first; empty if none.
  [[nodiscard]] std::vector<TimeRange> chosenRanges() const;
  void clearRanges();
  /// The selection, or else the range. False if there is neither.
  bool clearOne();

 Q_SIGNALS:
  void rangesChosen();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  struct Row {
    QWidget* head = nullptr;
    RunMark* mark = nullptr;
    QLabel* title = nullptr;
    QLabel* later = nullptr;
    QDoubleSpinBox* spin = nullptr;  // delay to the base; nullptr for the base
    TimelineView* view = nullptr;
    RibbonView* ribbon = nullptr;  // ribbon to the run above; nullptr for the base
    Time anchor;
    std::vector<TimeRange> marks;  // matched with those of the others; empty if it is aligned by one point
    double stretch = 1;            // factor of its time to the base's
    Duration shift;
  };
  struct Drag {
    std::size_t row = 0;
    double from = 0;  // pixels
    Duration shift;
  };

  void addRow();
  void buildHead(Row& row, std::size_t number);
  [[nodiscard]] std::vector<QWidget*> partsOf(std::size_t row) const;
  [[nodiscard]] int frameHeight(std::size_t runs) const;
  void align();
  void showMeasuredSteps(std::size_t run);
  void takeAnchors();
  void leaveGaps();
  void anchorAt(std::size_t mark);
  void anchorInSight(std::size_t from);
  void bringCounterparts(std::size_t from, SpanId span);
  void alignGaps(const std::vector<std::optional<IdleInterval>>& gaps);
  void selectGaps(const std::vector<std::optional<IdleInterval>>& gaps);
  static void markIdle(TimelineView& view, DeviceIdle idle);
  [[nodiscard]] Time anchorOf(const Row& row) const { return row.anchor - row.shift; }
  [[nodiscard]] Time partner(std::size_t from, Time time, std::size_t to) const;
  void follow(std::size_t from);
  void select(std::size_t from, SpanId span);
  void chooseAlike(std::size_t from);
  void point(std::size_t from, std::optional<Time> time);
  void joinHovered(std::size_t from, SpanId span);
  [[nodiscard]] std::vector<SpanId> counterparts(std::size_t from, SpanId span);
  [[nodiscard]] std::optional<std::pair<TimeRange, TimeRange>> bandAbove(std::size_t run,
                                                                         const std::vector<SpanId>& spans) const;
  bool dragged(std::size_t row, QEvent* event);

  std::shared_ptr<const RunComparison> m_comparison;
  std::unique_ptr<Counterparts> m_counterparts;
  QVBoxLayout* m_column = nullptr;
  std::vector<Row> m_rows;
  std::size_t m_count = 0;  // number of rows in use
  std::optional<Drag> m_drag;
  RunAlignment m_alignment;
  std::size_t m_mark = 0;  // number of those that lie above each other
  Scale m_scale = Scale::Time;
  bool m_isLinked = true;
  bool m_isFollowing = false;
  bool m_isAtGaps = false;  // gaps are above each other, whatever the alignment
};

}  // namespace kernline::ui
