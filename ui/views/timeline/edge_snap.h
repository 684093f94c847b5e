// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/time_axis.h"
#include "ui/views/timeline/frame_geometry.h"

#include <optional>
#include <span>

namespace kernline::ui {

/// The places where a dragged edge may settle: the starts and ends of the bars in a frame and of the steps.
class EdgeSnap {
 public:
  /// All must outlive this. `axis` is the frame's, in device pixels.
  EdgeSnap(const Trace& trace, std::span<const Step> steps, const FrameGeometry& frame, const TimeAxis& axis)
      : m_trace(trace), m_steps(steps), m_frame(frame), m_axis(axis) {}

  /// The exact time of the edge nearest to `x` among those within `reach`, or the time under `x` itself. Edges of the
  /// lane at `y` win over all others in reach; without `y` all visible lanes count alike. Device pixels.
  [[nodiscard]] Time at(double x, std::optional<double> y, double reach) const;

 private:
  struct Nearest {
    Time time;
    double distance;
  };
  void offer(Nearest& best, Time edge, double x) const;
  void offerBars(Nearest& best, const LaneStrip& strip, double x, double reach) const;

  const Trace& m_trace;
  std::span<const Step> m_steps;
  const FrameGeometry& m_frame;
  const TimeAxis& m_axis;
};

}  // namespace kernline::ui
