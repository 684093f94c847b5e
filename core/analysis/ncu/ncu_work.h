// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/measured_kernels.h"

#include <cstdint>
#include <optional>
#include <span>

namespace kernline {

/// Sums of Nsight Compute's measurements over calls or device activities; only those whose kernels were all measured
/// count.
struct NcuWork {
  std::uint64_t calls = 0;  ///< number of calls with measured bytes
  double dramBytes = 0;
  std::uint64_t callsWithFlops = 0;
  double flops = 0;

  /// The work of one call. Copies and fills are no kernels, and are not measured.
  void add(const Trace& trace, const MeasuredKernels& measured, std::span<const SpanId> activities);
  /// Means of one call that has them.
  [[nodiscard]] std::optional<double> dramBytesPerCall() const;
  [[nodiscard]] std::optional<double> flopsPerCall() const;
};

}  // namespace kernline
