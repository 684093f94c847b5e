// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/charts/time_axis.h"

#include <QObject>

#include <algorithm>
#include <memory>
#include <utility>

namespace kernline::ui {

/// Visible interval of time, and how a hand moves it. Widths in logical pixels of the area of tracks.
class VisibleTime : public QObject {
  Q_OBJECT

 public:
  /// The range stays as it is. nullptr if only `setRange` moves it.
  void setTrace(std::shared_ptr<const Trace> trace) { m_trace = std::move(trace); }
  /// Emits no signal: the range is the same.
  void setWidth(int width) { m_width = std::max(width, 1); }

  [[nodiscard]] TimeRange range() const { return m_range; }
  [[nodiscard]] TimeAxis axis() const { return {m_range, m_width}; }
  /// True if the view was not moved since it showed the whole trace.
  [[nodiscard]] bool showsAll() const { return m_showsAll; }

  void setRange(TimeRange range);          ///< sets any range, also outside the trace
  void showWithinBounds(TimeRange range);  ///< limited to near the trace, for moves by the user
  /// Zooms by a factor on the length; the time at `x` stays where it is.
  void zoomAt(double factor, double x);
  void zoom(double factor) { zoomAt(factor, m_width / 2.0); }
  void zoomIn();
  void zoomOut();
  void pan(double pixels);
  /// Fits the whole trace. If that is visible already and hours without any event separate parts of it, the next part.
  void fitAll();
  /// Fits the part with most spans of such a trace; else all of it.
  void fitMost();

 Q_SIGNALS:
  void changed();

 private:
  std::shared_ptr<const Trace> m_trace;
  TimeRange m_range{{0}, {1'000'000}};
  int m_width = 1;
  bool m_showsAll = true;
};

}  // namespace kernline::ui
