// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/message.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// A part of the forward pass that a backward pass runs again before it needs its tensors.
struct RecomputedPart {
  TimeRange range;
  std::vector<SpanId> operators;  ///< the outermost ones of that part
};

/// Returns a sentence on the memory that recomputation saves in a step: all tensors that it makes and that outlive it,
/// but for those of the largest part. By records of memory; else, as an estimate, by shapes of the operators' inputs;
/// else the sentence says that it is unknown. `parts` are of so many steps.
[[nodiscard]] Message recomputedMemory(const Trace& trace, std::span<const RecomputedPart> parts, std::uint64_t steps,
                                       const std::stop_token& stop);

}  // namespace kernline
