// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/piece_decoder.h"

#include <span>

namespace kernline::perfetto {

/// Gives calls that name the render stages they launched, and those stages, equal correlation ids where they have none.
void linkStages(std::span<DecodedPiece> pieces);

/// Makes the first slice of each flow id the begin of its arrows: writers only record that slices belong together.
void beginFlows(std::span<DecodedPiece> pieces);

/// Subtracts from all times. Spans without a duration yet stay so.
void shiftTimes(std::span<DecodedPiece> pieces, std::int64_t by);

}  // namespace kernline::perfetto
