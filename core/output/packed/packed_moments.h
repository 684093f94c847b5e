// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"
#include "core/output/packed/packed_bytes.h"
#include "core/output/packed/packed_spans.h"

#include <cstdint>

namespace kernline::packed {

/// Instants, memory records and counters. Read ones get numbers for offsets, from `firstOffset` on.
void addMoments(PackedWriter& writer, const Trace& trace);
void readMoments(PackedReader& reader, const NewIds& ids, std::uint64_t firstOffset, TraceBuilder& builder);

}  // namespace kernline::packed
