// SPDX-License-Identifier: Apache-2.0
// This folder holds parameters of kernels, their values and limits, and the options of a run.
#pragma once

#include <span>

namespace kernline::recorder {

/// Arguments of a command, after its name.
using Arguments = std::span<char* const>;

}  // namespace kernline::recorder
