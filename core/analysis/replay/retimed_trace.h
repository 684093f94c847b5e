// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/run_graph.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace kernline {

/// The trace of a run at the times of a replay, with the same ids: calls and device activity at the times of the
/// replay, all else of a thread or a device moved with what is around it. Steps in which the host takes no time last as
/// long as on the devices (`momentsWithSteps`). Its metadata record that (`isReplayed`). `replay` has its moments, and
/// is of these steps. nullptr if stopped. O(n log n).
[[nodiscard]] std::shared_ptr<const Trace> retimedTrace(const RunGraph& graph, const FoundSteps& steps,
                                                        const RunReplay& replay, const std::stop_token& stop = {});

/// The device activity, by span, that a retimed trace has elsewhere than the recorded one: it begins sooner or later
/// after the activity before it on its stream, or takes another time. O(n log n).
[[nodiscard]] std::vector<bool> movedActivities(const Trace& recorded, const Trace& made);

/// The spans of host threads, by span, that a retimed trace has shorter, and their self time by a twentieth or more:
/// recording cost time there, or it is changed. O(n log n).
[[nodiscard]] std::vector<bool> shortenedCalls(const Trace& recorded, const Trace& made);

}  // namespace kernline
