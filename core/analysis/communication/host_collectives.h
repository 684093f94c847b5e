// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_call.h"

#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The collectives that gloo ran on the host ("gloo:all_reduce"), by start. Torch records each on a worker of its
/// process group, from when the worker takes it until it is done, with the sizes and types of its inputs; neither its
/// group nor the other members are recorded. Messages are left out: they name no peer.
[[nodiscard]] std::vector<CollectiveCall> glooCalls(const Trace& trace, const std::stop_token& stop = {});

/// Returns true if the run had process groups of some of its ranks, by torch's records next to the events.
[[nodiscard]] bool hasPartialGroups(const Trace& trace);

/// Drops calls of the host, and only counts them, if a rank had such groups: their groups are unknown.
void dropAmbiguous(std::span<RankCalls> ranks);

}  // namespace kernline
