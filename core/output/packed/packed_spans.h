// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"
#include "core/output/packed/packed_bytes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline::packed {

/// Adds lanes, spans and their links, in the order of the trace. Repetitions are predicted from what was before: a name
/// by the two names before it on its lane, kind, category and length by the last span of that name, a start by the end
/// of the span before it and the start of the one around it.
void addSpans(PackedWriter& writer, const Trace& trace);
void addFlows(PackedWriter& writer, const Trace& trace);

/// Ids in the trace that is built, for ids of the packed trace.
struct NewIds {
  std::vector<StringId> words;
  std::vector<CategoryId> categories;
  std::vector<ProcessId> processes;
  std::vector<TrackId> tracks;
};

/// Spans get their numbers in the packed trace for offsets. Gives back how many there are.
std::size_t readSpans(PackedReader& reader, const NewIds& ids, TraceBuilder& builder);
void readFlows(PackedReader& reader, const NewIds& ids, std::size_t spanCount, TraceBuilder& builder);

}  // namespace kernline::packed
