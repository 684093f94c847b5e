// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <stop_token>

namespace kernline {

/// Makes the trace of all ranks, and says where in it is what the set names by spans of the ranks' own traces: parts of
/// collectives, messages, and what took longer. All files have their traces. False if stopped.
[[nodiscard]] bool addTraceOfAll(RankSet& set, unsigned threads, const std::stop_token& stop);

}  // namespace kernline
