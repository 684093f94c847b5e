// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/document_facts.h"
#include "core/model/trace/trace_builder.h"

#include <string>
#include <vector>

namespace kernline::chrome {

/// A Profile, ProfileChunk or CpuProfile event in the trace's own numbers.
struct PlacedProfile {
  Time time;
  std::uint64_t offset = 0;
  TrackId track = TrackId::none;
  ProcessId process = ProcessId::none;
  StringId id = StringId::empty;
  bool isWhole = false;
  std::string args;
};

/// V8's sampling profiles in streamed form (one Profile, then ProfileChunks of the same process and id) or in one piece
/// (CpuProfile), each on a track next to the thread that its first event names.
void addCpuProfiles(TraceBuilder& builder, std::vector<PlacedProfile>&& records);

/// A whole .cpuprofile document of Chrome or Node, of either generation, as one process with one track.
void addCpuProfileDocument(TraceBuilder& builder, const DocumentFacts& facts);

}  // namespace kernline::chrome
