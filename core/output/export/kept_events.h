// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/document.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// The events of a file that a cut to a range needs.
struct KeptEvents {
  std::vector<std::uint64_t> offsets;  ///< ascending
  chrome::DocumentFacts facts;
};

/// Whether a cut to `range` shows the span: it overlaps it, or lies in it with no length of its own.
[[nodiscard]] bool isTouched(const Trace& trace, SpanId span, TimeRange range);

/// Reads the text once more: spans that the range touches, what else happened in it, the values that counters had
/// when it began, flows whose both ends survive, and everything that names processes and threads.
[[nodiscard]] KeptEvents findKeptEvents(const Trace& trace, const SourceText& text, TimeRange range,
                                        const std::stop_token& stop);

}  // namespace kernline
