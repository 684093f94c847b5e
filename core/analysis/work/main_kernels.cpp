// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/main_kernels.h"

#include "core/model/base/saturating_sum.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <cstdint>

namespace kernline {

namespace {

/// Role of device activity in its call: the work with the highest role present does the call's work.
enum class PartOfCall : std::uint8_t { Copy, Helper, Main };

}  // namespace

void findMainKernels(WorkModel& model, const Trace& trace, const WorkRules& rules) {
  NameCache<bool> helpers;
  const auto partOf = [&](SpanId activity, bool isMatrix) {
    if (trace.kind(activity) != SpanKind::Kernel) {
      return PartOfCall::Copy;
    }
    const bool isHelper =
        isMatrix && helpers.of(trace.name(activity), [&] { return rules.isHelper(trace.nameText(activity)); });
    return isHelper ? PartOfCall::Helper : PartOfCall::Main;
  };
  model.isMainKernel.assign(trace.spanCount(), false);
  for (WorkCall& call : model.calls) {
    const bool isMatrix = model.needs(call).unit == WorkUnit::Matrix;
    PartOfCall best = PartOfCall::Copy;
    for (const SpanId activity : model.workOf(call)) {
      best = std::max(best, partOf(activity, isMatrix));
    }
    for (const SpanId activity : model.workOf(call)) {
      if (partOf(activity, isMatrix) == best) {
        model.isMainKernel[index(activity)] = true;
        call.mainKernelTime = saturatingSum(call.mainKernelTime, trace.duration(activity));
      }
    }
  }
}

}  // namespace kernline
