// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// The trace's steps in their order, each from the beginning of its annotation to the end of the device activity
/// launched in it, at most to the beginning of the next step of its process. For an annotation on the host ends when
/// everything is launched, not when it is done. The last step of a process, which no next one bounds, grows at most by
/// the longest pause between the others: what it launched may wait behind activity of earlier steps. Linear in the
/// launches.
[[nodiscard]] std::vector<Step> wholeSteps(const Trace& trace);
/// Selects from steps that the caller provides, sorted by start.
[[nodiscard]] std::vector<Step> wholeSteps(const Trace& trace, std::vector<Step> steps);

}  // namespace kernline
