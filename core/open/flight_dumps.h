// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/log/log.h"

#include <memory>
#include <stop_token>

namespace kernline {

/// Reads a dump of NCCL's flight recorder, and those of other ranks in its folder whose names differ in the rank alone
/// ("nccl_trace_rank_0", "nccl_trace_rank_1"), or in the host as well if no two names have one rank ("a_rank_0",
/// "b_rank_8"): only all of them show which rank never came. Errors: it is no dump; stopped.
[[nodiscard]] Expected<std::shared_ptr<const Log>> readFlightDumps(Input input, const std::stop_token& stop,
                                                                   Progress& progress);

}  // namespace kernline
