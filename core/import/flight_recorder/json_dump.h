// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/flight_recorder/rank_dump.h"

#include <string_view>

namespace kernline::flight {

/// A dump as JSON; of one that is cut off what it has.
[[nodiscard]] RankDump readJsonDump(std::string_view text);

}  // namespace kernline::flight
