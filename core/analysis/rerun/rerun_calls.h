// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about operators that run again alone: choosing them, the script that runs them, its results.
#pragma once

#include "core/analysis/graphs/replayed_ops.h"
#include "core/model/trace/trace.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

/// A call of an operator, and the device activity that it made.
struct RerunCall {
  const Trace* trace = nullptr;    ///< trace with the operator: the one with the activity, or what captured its graph
  SpanId op = SpanId::none;        ///< none for activity that no operator made
  bool isCertain = true;           ///< false if captures with other operators fit the graph as well
  std::vector<SpanId> activities;  ///< sorted by start; never empty
};

/// The operators that are requested: any whose name fits, one call, or those that launch.
struct RerunScope {
  /// Filter by name: the innermost operator with such a name; nullptr for all.
  std::function<bool(std::string_view)> isNamed = nullptr;
  std::optional<SpanId> op = std::nullopt;  ///< only this call; nullopt for all
};

/// Whether a name is that of an operator that torch's dispatcher can call, such as "aten::mm": no range, no node of
/// autograd, no kernel of Triton.
[[nodiscard]] bool isDispatchedOperator(std::string_view name);

/// Returns the calls in the order of their first activity. Without a scope, activity is of the outermost operator of
/// aten that launched something itself: it launches what is below it again when it runs again. With a scope, other
/// activity is left out. `replayed` may be nullptr. Empty if stopped.
[[nodiscard]] std::vector<RerunCall> rerunCalls(const Trace& trace, const ReplayedOps* replayed,
                                                const RerunScope& scope, const std::stop_token& stop = {});

/// Returns the innermost operator with such a name that contains `at`, else the next one that starts after it; none if
/// there is none.
[[nodiscard]] SpanId operatorAt(const Trace& trace, const std::function<bool(std::string_view)>& isNamed, Time at);

}  // namespace kernline
