// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// Indices of blocks that were made within a span or what it calls, largest first. `device` must be of
/// the memory of `trace`. Linear in the blocks made during the span.
[[nodiscard]] std::vector<std::uint32_t> blocksMadeBy(const Trace& trace, const MemoryDevice& device, SpanId span);

}  // namespace kernline
