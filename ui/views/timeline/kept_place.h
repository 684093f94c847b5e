// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <memory>
#include <optional>

namespace kernline::ui {

class TimelineView;

/// Returns the time in `after` at which what surrounds `time` in `before` is. Spans of both have the same ids.
/// O(lanes · log spans).
[[nodiscard]] Time sameTime(const Trace& before, const Trace& after, Time time);

/// What is in sight on a timeline and chosen there, to be shown again in a trace of the same spans at other times.
class KeptPlace {
 public:
  explicit KeptPlace(const TimelineView& view);

  /// `view` shows the other trace by now. A selected span in sight stays where it is, else what is in the middle.
  void showIn(TimelineView& view) const;

 private:
  std::shared_ptr<const Trace> m_before;
  TimeRange m_visible;
  std::optional<TimeRange> m_chosen;
  SpanId m_anchor = SpanId::none;
  bool m_showsAll = true;
};

}  // namespace kernline::ui
