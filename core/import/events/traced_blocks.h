// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/assemble.h"
#include "core/model/trace/trace_builder.h"

#include <span>

namespace kernline::chrome {

/// Draws, for the tracks of warps that tracers inside of kernels write (core/model/trace/warp_track.h), what these
/// files lack: a kernel from its first event to its last, and its blocks on their SMs, as Kernline's recorder has them;
/// a block without an SM in the file has a track of its own. A block goes from the first event of its warps to the last
/// one. A launch ends where no part of the kernel runs and one of its blocks comes again. `tracks` are those of the
/// file; spans have their place in the builder already, and the added spans have the args of the first event in them.
void addTracedBlocks(TraceBuilder& builder, std::span<const TrackId> tracks, std::span<const WordedBatch> batches);

}  // namespace kernline::chrome
