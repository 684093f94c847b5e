// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The numbers of blocks and threads that kernels were launched with.
struct LaunchConfigs {
  static constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> ofSpan;  ///< index of each span's text; `unknown` if not in the file
  std::vector<std::string> texts;     ///< "64×1×1 blocks of 128×1×1", in order
};

/// Reads the args of all kernels again from the source, in parallel: a few microseconds a kernel; of those beyond
/// `maxKernels` none. Empty if stopped.
[[nodiscard]] LaunchConfigs readLaunchConfigs(const Trace& trace, unsigned threads, std::size_t maxKernels,
                                              const std::stop_token& stop = {});

}  // namespace kernline
