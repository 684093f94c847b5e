// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/time.h"

namespace kernline::ui {

/// The place on the timeline that explains a figure.
struct Place {
  SpanId span = SpanId::none;  ///< span to select, and to show unless there is a range
  TimeRange range = {};        ///< range to show; empty for the range of the span
  bool showsIdle = false;      ///< whether to paint the idle causes
  bool showsQueue = false;     ///< whether to paint the queue's depth

  [[nodiscard]] bool isEmpty() const { return span == SpanId::none && range.isEmpty(); }
};

}  // namespace kernline::ui
