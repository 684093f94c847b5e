// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_index.h"
#include "core/runs/run_comparison.h"

#include <QWidget>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

class QLabel;

namespace kernline::ui {

class RibbonView;
class TimelineView;

/// A trace that is open, with what makes its timeline quick.
struct OpenRun {
  QString title;
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const QueryIndex> index;
};

/// Two timelines, one above the other, with one zoom: the first step that counts of the one lies below that of the
/// other. Work selected in one is selected in the other too, and a ribbon between them joins both, and their steps.
class PairedTimelines : public QWidget {
  Q_OBJECT

 public:
  enum class Scale {
    Time,  ///< a second is as long in both
    Step   ///< a step is as long in both
  };

  explicit PairedTimelines(QWidget* parent = nullptr);
  ~PairedTimelines() override;

  void showRuns(const OpenRun& base, const OpenRun& other, std::shared_ptr<const RunComparison> comparison);
  void setScale(Scale scale);
  /// Unlinked, each moves alone; linked again, they stay as far apart as they are then.
  void setLinked(bool linked);
  /// Shows the longest work of a row in both.
  void showRow(std::size_t row);
  /// Both from the beginning of the first step to the end of the second.
  void showSteps();
  [[nodiscard]] TimelineView* view(std::size_t run) const { return m_views[run]; }

 private:
  [[nodiscard]] Time partner(std::size_t from, Time time) const;
  void follow(std::size_t from);
  void selectPartner(std::size_t from, SpanId span);

  std::shared_ptr<const RunComparison> m_comparison;
  std::array<TimelineView*, 2> m_views{};
  std::array<QLabel*, 2> m_titles{};
  RibbonView* m_ribbon = nullptr;
  std::array<Time, 2> m_anchors{};  // what lies above each other
  double m_stretch = 1;             // of the other's time, by the base's
  Scale m_scale = Scale::Time;
  bool m_isLinked = true;
  bool m_isFollowing = false;
};

}  // namespace kernline::ui
