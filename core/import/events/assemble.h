// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/document_facts.h"
#include "core/import/events/event_batch.h"
#include "core/model/trace/trace.h"
#include "core/model/trace/wrap_events.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline::chrome {

/// The events of one piece with the interner they are written in.
struct WordedBatch {
  EventBatch batch;
  std::size_t interner = 0;
};

struct AssemblyOptions {
  unsigned threads = 1;
  bool isPreview = false;
  std::shared_ptr<const EventSource> events = nullptr;  ///< source of args; nullptr for the source's text, as JSON
  WrapEvents wrapEvents = {};
  /// Offsets of begin and end, for spans whose end is an event of its own.
  std::span<const std::pair<std::uint64_t, std::uint64_t>> endOffsets = {};
};

/// Makes a trace of the events that readers found: names processes and tracks, separates devices from hosts, pairs
/// begins with ends, and adds all to a TraceBuilder. Batches in file order. nullptr if stopped.
[[nodiscard]] std::shared_ptr<const Trace> assemble(std::span<const Interner* const> interners,
                                                    std::vector<WordedBatch>&& batches, const DocumentFacts& facts,
                                                    const SourceFile& source, const ImportReport& report,
                                                    const AssemblyOptions& options, const std::stop_token& stop);

}  // namespace kernline::chrome
