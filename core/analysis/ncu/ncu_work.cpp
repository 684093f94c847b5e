// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/ncu_work.h"

namespace kernline {

namespace {

/// Sums up a metric; nullopt if a kernel has none, or there are no kernels.
std::optional<double> measuredSum(const Trace& trace, const MeasuredKernels& measured,
                                  std::span<const SpanId> activities, std::optional<double> KernelMetrics::* metric) {
  std::optional<double> sum;
  for (const SpanId span : activities) {
    if (trace.kind(span) != SpanKind::Kernel) {
      continue;
    }
    const MeasuredKernels::Launch* launch = measured.of(span);
    if (launch == nullptr || !(launch->metrics.*metric)) {
      return std::nullopt;
    }
    sum = sum.value_or(0) + *(launch->metrics.*metric);
  }
  return sum;
}

std::optional<double> meanOf(double sum, std::uint64_t calls) {
  return calls == 0 ? std::nullopt : std::optional(sum / static_cast<double>(calls));
}

}  // namespace

void NcuWork::add(const Trace& trace, const MeasuredKernels& measured, std::span<const SpanId> activities) {
  if (const auto bytes = measuredSum(trace, measured, activities, &KernelMetrics::dramBytes)) {
    ++calls;
    dramBytes += *bytes;
  }
  if (const auto executed = measuredSum(trace, measured, activities, &KernelMetrics::flops)) {
    ++callsWithFlops;
    flops += *executed;
  }
}

std::optional<double> NcuWork::dramBytesPerCall() const {
  return meanOf(dramBytes, calls);
}

std::optional<double> NcuWork::flopsPerCall() const {
  return meanOf(flops, callsWithFlops);
}

}  // namespace kernline
