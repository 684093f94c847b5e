// SPDX-License-Identifier: GPL-3.0-or-later
// This folder writes a trace cut to a range.
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace kernline {

struct CutTrace {
  std::uint64_t events = 0;
  std::uint64_t spans = 0;
  std::uint64_t rewritten = 0;  ///< events that were no clean JSON and are now
};

/// Writes the events that touch `range` as a Chrome trace of its own, as the file spells them and in its order, with
/// the document's other members. Packed if `path` ends in .gz. Spans reach over the edges of the range as they did; one
/// that never ended (B without E) ends with the rest of its thread. If the source is no Chrome JSON, the events are
/// written from the model (model_events.h). Errors: the source cannot be read again, or `path` cannot be written or is
/// the source.
[[nodiscard]] Expected<CutTrace> cutTrace(const Trace& trace, TimeRange range, const std::string& path,
                                          const std::stop_token& stop = {});

}  // namespace kernline
