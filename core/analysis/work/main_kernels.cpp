// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/main_kernels.h"

#include "core/model/base/saturating_sum.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <cstdint>

namespace kernline {

namespace {

/// Role of device work in its call: the work with the highest role present does the call's work.
enum class PartOfCall : std::uint8_t { Copy, Helper, Main };

}  // namespace

void findMainKernels(WorkModel& model, const Trace& trace, const WorkRules& rules) {
  NameCache<bool> helpers;
  const auto partOf = [&](SpanId work, bool isMatrix) {
    if (trace.kind(work) != SpanKind::Kernel) {
      return PartOfCall::Copy;
    }
    const bool isHelper =
        isMatrix && helpers.of(trace.name(work), [&] { return rules.isHelper(trace.nameText(work)); });
    return isHelper ? PartOfCall::Helper : PartOfCall::Main;
  };
  model.isMainKernel.assign(trace.spanCount(), false);
  for (WorkCall& call : model.calls) {
    const bool isMatrix = model.needs(call).unit == WorkUnit::Matrix;
    PartOfCall best = PartOfCall::Copy;
    for (const SpanId work : model.workOf(call)) {
      best = std::max(best, partOf(work, isMatrix));
    }
    for (const SpanId work : model.workOf(call)) {
      if (partOf(work, isMatrix) == best) {
        model.isMainKernel[index(work)] = true;
        call.mainKernelTime = saturatingSum(call.mainKernelTime, trace.duration(work));
      }
    }
  }
}

}  // namespace kernline
