// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <memory>
#include <string>

namespace kernline::test {

/// A small trace as torch.profiler writes it, as JSON text: an operator `aten::mm` that calls `cudaLaunchKernel`
/// twice, the two kernels `gemm_kernel` (10 µs and 30 µs), a copy, and a python frame around all.
[[nodiscard]] std::string smallTraceText();

/// The same, loaded.
[[nodiscard]] std::shared_ptr<const Trace> smallTrace();

}  // namespace kernline::test
