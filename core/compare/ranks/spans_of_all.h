// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <stop_token>

namespace kernline {

/// Makes the trace of all ranks, and finds in it the spans that the set names in the ranks' own traces: parts of
/// collectives, messages, and the reasons for late ones. All files have their traces. False if stopped.
[[nodiscard]] bool addTraceOfAll(RankSet& set, unsigned threads, const std::stop_token& stop);

}  // namespace kernline
