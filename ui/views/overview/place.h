// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/time.h"

namespace kernline::ui {

/// The place on the timeline that explains a figure.
struct Place {
  SpanId span = SpanId::none;  ///< to be selected, and shown unless there is a range
  TimeRange range = {};        ///< to be shown; empty for the range of the span
  bool showsIdle = false;      ///< with the idle causes painted
  bool showsQueue = false;     ///< with the queue's depth painted

  [[nodiscard]] bool isEmpty() const { return span == SpanId::none && range.isEmpty(); }
};

}  // namespace kernline::ui
