// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/digest/digest_names.h"
#include "core/analysis/digest/rank_digest.h"
#include "core/model/trace/trace.h"

#include <stop_token>

namespace kernline {

/// Adds to each call of `digest` what ran on the rank's devices before it: kernels but those of communication, by name,
/// and pauses. Activity that began before that while does not count. Calls are those of `trace`, by start.
void addRunsBeforeCalls(const Trace& trace, DigestNames& names, RankDigest& digest, const std::stop_token& stop);

}  // namespace kernline
