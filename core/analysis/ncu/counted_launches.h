// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// A launch of a trace, and what `kernline record --profile` counted of it while it ran.
struct CountedLaunch {
  SpanId kernel = SpanId::none;
  KernelCard card;
  std::uint64_t passes = 0;  ///< how often the kernel ran for it
};

struct CountedLaunches {
  std::vector<CountedLaunch> launches;  ///< in time
  std::uint64_t lost = 0;               ///< counted of kernels that are not in the trace
};

/// Whether a recorder counted what kernels of this trace did. Looks at names, not at args.
[[nodiscard]] bool hasCountedLaunches(const Trace& trace);

/// Reads them again from the source: a few microseconds a launch. Each stands where its kernel begins, with the
/// kernel's correlation id.
[[nodiscard]] CountedLaunches countedLaunches(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
