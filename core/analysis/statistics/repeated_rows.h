// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// Finds the tracks that repeat other rows of their process or device, so that a sum over all rows leaves them out:
/// else the same time would count twice. They are
///   - rows of a process that repeats a device's streams (`Process::isSummary`: TensorFlow's "stream:all");
///   - the stack samples of a thread, "… · samples", next to the thread's own spans;
///   - clang's and lld's totals, "Total Frontend" next to "Frontend": all spans of the row are such totals.
/// By index of the track.
[[nodiscard]] std::vector<bool> repeatedRows(const Trace& trace);

}  // namespace kernline
