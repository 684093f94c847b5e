// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/piece_decoder.h"
#include "core/model/trace/import_report.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kernline::perfetto {

/// The row of the trace that each worker's rows are: `[worker][thread]`.
using RowPlaces = std::vector<std::vector<std::uint32_t>>;

/// Gives every begin the end that is its own, and those without an end the last time of their row.
///
/// PyTorch writes a group of slices as all their begins, then all their ends in the same order; sorted by time and
/// paired by a stack, those that overlap partly would get the wrong lengths. Perfetto's SDK writes a sequence in the
/// order of time, where an end is that of the innermost open slice of its track. Both end a run of begins with a run of
/// ends; they differ in whether time goes back in it. So, for each sequence in the order of the file:
///   1. a begin with its end right after it is a slice;
///   2. a run of begins and a run of ends of the same tracks in the same order pair one to one if time goes back in
///      it, or in another such run of the sequence;
///   3. the rest is paired by a stack a track, in the order of time, and of the file where that is equal.
/// Returns (offset of the begin, offset of the end) where the end has arguments of its own. Pieces in file order.
[[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> pairSlices(std::span<DecodedPiece> pieces,
                                                                              const RowPlaces& places,
                                                                              std::uint32_t rowCount, unsigned threads,
                                                                              ImportReport& report);

}  // namespace kernline::perfetto
