// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/thread_tracks.h"
#include "core/model/trace/trace_builder.h"

#include <vector>

namespace kernline::chrome {

/// A record in the trace's own numbers.
struct PlacedPhase {
  PhaseRecord record;
  TrackId track = TrackId::none;
  ProcessId process = ProcessId::none;
  SpanKind kind = SpanKind::Other;
};

/// Pairs B with E of each thread, in time order, the file's order among equals. An E ends the innermost open B,
/// whatever its name; a B without an E is ended at `lastTimeOf` its track and marked.
void pairDurations(TraceBuilder& builder, std::vector<PlacedPhase>&& records, const std::vector<Time>& lastTimeOf);

/// Pairs asynchronous events by their ids (nestable b n e, legacy S T p F, objects N O D) and adds them as
/// spans on tracks of their own, one a process and outermost name. Those without an end, end with the trace at
/// `lastTime`.
void pairAsyncs(TraceBuilder& builder, std::vector<PlacedPhase>&& records, Time lastTime);

}  // namespace kernline::chrome
