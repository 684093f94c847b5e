// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/span_origin.h"
#include "core/model/trace/trace.h"
#include "ui/views/details/span_reading.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace kernline::ui {

/// A way from one span to another.
struct SpanLink {
  QString role;  ///< "Launched by", "Operator", …; empty if it takes no room
  SpanId target = SpanId::none;
  QString text;             ///< the target's name
  QString timing;           ///< its duration, or its distance; may be empty
  QString full = {};        ///< whole name where `text` is shorter
  bool isCutAtEnd = false;  ///< its beginning distinguishes it
};

/// The links the trace has at hand: launch, operator, parent, flows. Cheap.
[[nodiscard]] std::vector<SpanLink> nearLinks(const Trace& trace, SpanId span);

/// The module that caused the span, and what it undoes of the forward pass.
[[nodiscard]] std::vector<SpanLink> causeLinks(const Trace& trace, SpanId span, const SpanCause& cause);
[[nodiscard]] std::vector<SpanLink> stackLinks(const Trace& trace, const std::vector<StackFrame>& stack);
/// Its innermost frames without those that are only on the way.
[[nodiscard]] std::vector<StackFrame> shortStack(const std::vector<StackFrame>& stack, std::size_t limit);

/// The links of a reading: namesakes, launched device activity.
[[nodiscard]] std::vector<SpanLink> readLinks(const Trace& trace, const SpanReading& reading);

/// Returns a sentence on what `readLinks` left out; empty if none.
[[nodiscard]] QString unlistedActivities(const SpanReading& reading);

/// The target of `[`: the launch of device activity, else the operator of a call; none if neither is known.
[[nodiscard]] SpanId launchTarget(const Trace& trace, SpanId span);
/// The target of `]`: the first device activity that a host span launched, else none.
[[nodiscard]] SpanId kernelTarget(const Trace& trace, SpanId span);

}  // namespace kernline::ui
