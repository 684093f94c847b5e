// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_call.h"

#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The collectives that gloo ran on the host ("gloo:all_reduce"), by start. Torch records each on a worker of its
/// process group, from when the worker takes it until it is done, with the sizes and types of its inputs; it says
/// neither which group it is of nor who else is in it. Messages are left out: they name no peer.
[[nodiscard]] std::vector<CollectiveCall> glooCalls(const Trace& trace, const std::stop_token& stop = {});

/// Whether the run had process groups of some of its ranks, by what torch says beside the events.
[[nodiscard]] bool hasPartialGroups(const Trace& trace);

/// Calls of the host are only counted where one of the ranks had such groups: nobody can tell them apart.
void dropAmbiguous(std::span<RankCalls> ranks);

}  // namespace kernline
