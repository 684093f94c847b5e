// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/digest/rank_digest.h"
#include "core/model/trace/trace.h"

#include <stop_token>

namespace kernline {

/// Says of the counters of the trace what they were in each step of `digest`. Those of one name, of several devices for
/// example, are one, weighted by the time that was sampled. O(samples) and steps times counters.
void addCounters(const Trace& trace, RankDigest& digest, const std::stop_token& stop);

}  // namespace kernline
