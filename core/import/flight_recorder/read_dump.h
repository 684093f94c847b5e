// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads dumps of NCCL's flight recorder: hanging collectives, missing ranks.
#pragma once

#include "core/import/flight_recorder/rank_dump.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"

#include <stop_token>
#include <string_view>

namespace kernline::flight {

/// Whether text begins as the JSON of a dump of NCCL's flight recorder does (_dump_nccl_trace_json).
[[nodiscard]] bool isJsonDump(std::string_view head);
/// Whether a pickle begins as a dump does (TORCH_NCCL_DUMP_ON_TIMEOUT, _dump_nccl_trace).
[[nodiscard]] bool isPickledDump(std::string_view head);

/// Reads either. Its rank is only in the file's name. Errors: it is no dump; stopped.
[[nodiscard]] Expected<RankDump> readDump(Input& input, const std::stop_token& stop, Progress& progress);

}  // namespace kernline::flight
