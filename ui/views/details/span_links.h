// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/details/span_reading.h"

#include <QString>

#include <vector>

namespace kernline::ui {

/// A way from one span to another.
struct SpanLink {
  QString role;  ///< "Launched by", "Operator", …
  SpanId target = SpanId::none;
  QString text;    ///< the target's name
  QString timing;  ///< its duration, or its distance; may be empty
};

/// The links the trace has at hand: launch, operator, parent, flows. Cheap.
[[nodiscard]] std::vector<SpanLink> nearLinks(const Trace& trace, SpanId span);

/// The links of a reading: the module and the forward operator that caused it, namesakes, launched device work.
[[nodiscard]] std::vector<SpanLink> readLinks(const Trace& trace, const SpanReading& reading);

/// What `readLinks` left out, as a sentence; empty if nothing.
[[nodiscard]] QString unlistedWork(const SpanReading& reading);

/// Where `[` goes: the launch of device work, else the operator of a call; none if neither is known.
[[nodiscard]] SpanId launchTarget(const Trace& trace, SpanId span);
/// Where `]` goes: the first device work that a host span launched, else none.
[[nodiscard]] SpanId kernelTarget(const Trace& trace, SpanId span);

}  // namespace kernline::ui
