// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/flight_recorder/rank_dump.h"
#include "core/import/source/input.h"
#include "core/model/base/progress.h"

#include <stop_token>

namespace kernline::flight {

/// Reads a dump as a pickle, of which no code is run; from one that is cut off, what it has.
[[nodiscard]] RankDump readPickledDump(Input& input, const std::stop_token& stop, Progress& progress);

}  // namespace kernline::flight
