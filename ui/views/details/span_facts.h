// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/facts/fact.h"

#include <QString>

#include <optional>
#include <vector>

namespace kernline::ui {

/// The name as a title: a kernel's as `ShownNames` has it, else the name itself; "(no name)" if empty.
[[nodiscard]] QString titleOf(const Trace& trace, SpanId span);

/// "GPU 0 · stream 7".
[[nodiscard]] QString placeInWords(const Trace& trace, SpanId span);

/// Returns facts from the columns: kind, category, place, start, wall clock, end, duration, flags. Cheap.
[[nodiscard]] std::vector<Fact> spanFacts(const Trace& trace, SpanId span);

/// Formats the self time from `readSpan`.
[[nodiscard]] Fact selfTimeFact(Duration self, Duration whole);

/// Returns facts from the args of device activity: grid, block, registers, shared memory, occupancy, bytes, bandwidth.
/// Only what the file has; the tip of a figure notes if the profiler computed rather than measured it.
[[nodiscard]] std::vector<Fact> deviceFacts(const ArgNode& args, const Device* device);

/// "2026-11-21 09:03:41.123456789 UTC" of nanoseconds since 1970.
[[nodiscard]] QString wallClock(std::int64_t utcNs);

}  // namespace kernline::ui
