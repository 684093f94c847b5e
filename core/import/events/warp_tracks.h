// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/assemble.h"
#include "core/import/events/event.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <span>

namespace kernline::chrome {

/// The warp that a phase of a recording is of, plus one, by its args; 0 if not in them. It is stored as `external` of
/// the span's record, which phases do not use.
[[nodiscard]] std::uint32_t warpHint(const Event& event);

/// Gives the phases of each warp a track of their own below that of their SM, "SM 5 warp 2", so that producers and
/// consumers do not mix; recordings have all of an SM on one track. Spans have their place in the builder already;
/// those whose warp is unknown stay where they are.
void placePhasesByWarp(TraceBuilder& builder, std::span<WordedBatch> batches);

}  // namespace kernline::chrome
