// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline {

/// Whether a kernel's name says that it multiplies on tensor cores (or AMD's matrix cores). Names are all a trace has:
/// a kernel whose name does not tell (most of Triton's) counts as one that does not. Linear in the name's length.
[[nodiscard]] bool namesTensorCores(std::string_view kernel);

}  // namespace kernline
