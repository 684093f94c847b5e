// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernline {

/// A cause and its effect, as a timeline draws them around a selected span.
struct SpanArrow {
  enum class Kind : std::uint8_t { Launch, Operator, Flow };
  SpanId from = SpanId::none;
  SpanId to = SpanId::none;
  Kind kind = Kind::Launch;

  bool operator==(const SpanArrow&) const = default;
};

/// Returns the causes and effects of `span`: op → call → device activity, and the file's own flows. An operator reaches
/// the calls inside it on its own track. At most `limit` arrows; the nearest causes come first.
[[nodiscard]] std::vector<SpanArrow> arrowsOf(const Trace& trace, SpanId span, std::size_t limit = 256);

}  // namespace kernline
