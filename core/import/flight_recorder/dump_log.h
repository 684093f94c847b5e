// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/flight_recorder/rank_dump.h"
#include "core/model/log/log.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace kernline::flight {

/// What dumps of one run say, as tables: process groups, collectives that some rank has not finished and who never came
/// to them, collectives that ranks disagree about, and all of them. What is wrong is a failure of the log too.
[[nodiscard]] std::shared_ptr<const Log> logOfDumps(std::span<const RankDump> dumps, const std::string& path,
                                                    const std::string& format, std::uint64_t storedBytes);

}  // namespace kernline::flight
