// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

/// The bundled kernels in the order they are shown in.
std::span<const Kernel> kernels();

/// Null where there is none of that name.
const Kernel* kernelNamed(std::string_view name);

}  // namespace kernline::recorder
