// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace kernline::recorder {

/// Arguments of a command, after its name.
using Arguments = std::span<char* const>;

}  // namespace kernline::recorder
