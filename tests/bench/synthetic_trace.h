// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <memory>

namespace kernline::bench {

/// A training run as a profiler would have seen it: a device with streams full of kernels and copies, host threads of
/// nested operators and calls, bursts and gaps. About `spans` spans on `rows` lanes; the same every time.
[[nodiscard]] std::shared_ptr<const Trace> syntheticTrace(std::size_t spans, std::size_t rows);

}  // namespace kernline::bench
