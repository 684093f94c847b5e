// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/forward_links.h"
#include "core/analysis/calls/scope_names.h"
#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// The cause of a span: of device activity its launch, of a call its place.
struct SpanCause {
  /// Operator whose backward the innermost step around it is; none outside a backward pass.
  SpanId forward = SpanId::none;
  std::vector<SpanId> modules;  ///< the calls of modules around it, outermost first; for backward of its forward
};

/// Finds the cause of one span as `moduleTimes` does for all; for a module whose forward a backward pass runs again it
/// may know fewer of those around it. Some lookups for each call around it.
[[nodiscard]] SpanCause causeOf(const Trace& trace, const ForwardLinks& links, const ScopeNames& names, SpanId span);

}  // namespace kernline
