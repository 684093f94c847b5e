// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/flight_recorder/rank_dump.h"
#include "core/model/log/log.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace kernline::flight {

/// Returns dumps of one run as tables: process groups, unfinished collectives and the ranks that never joined them,
/// collectives that ranks disagree about, and all of them. Problems are also failures of the log.
[[nodiscard]] std::shared_ptr<const Log> logOfDumps(std::span<const RankDump> dumps, const std::string& path,
                                                    const std::string& format, std::uint64_t storedBytes);

}  // namespace kernline::flight
