// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/assemble.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace kernline::chrome {

/// A counter in the builder, and when its first and its last sample were.
struct PlacedCounter {
  CounterId id{};
  ProcessId process = ProcessId::none;
  Time first;
  Time last;
};

/// Returns the GPU in "GPU 0: counters not sampled", a span of Kernline's recorder; -1 for other names.
[[nodiscard]] std::int32_t deviceNotSampled(std::string_view spanName);

/// Ends the values of a GPU's counters, with a sample that is no number, where Kernline's recorder marked that it was
/// not sampled: where such a span begins and, in recordings that have none at the end, after the number of samples in
/// the notes. Spans have their place in the builder already.
void addSamplingStops(TraceBuilder& builder, std::span<const PlacedCounter> counters,
                      std::span<const WordedBatch> batches, const DocumentFacts& facts);

}  // namespace kernline::chrome
