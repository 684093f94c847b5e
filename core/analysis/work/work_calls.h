// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace kernline {

/// A call of an operator, or a piece of device work that no operator made, and what ran for it.
struct WorkCall {
  SpanId op = SpanId::none;
  std::vector<SpanId> work;
  InputShapes::Shape shape;
  CallWork needs;
};

/// Each piece of device work (that starts in `range`) once: with the innermost operator around its launch that a rule
/// models, unless that one is made of modelled operators. Reads the args of these operators. Some, or none, if stopped.
[[nodiscard]] std::vector<WorkCall> workCalls(const Trace& trace, const std::optional<TimeRange>& range,
                                              unsigned threads, const std::stop_token& stop);

}  // namespace kernline
