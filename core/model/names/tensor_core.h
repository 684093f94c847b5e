// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline {

enum class TensorCoreUse : std::uint8_t { Yes, No, Unknown };

/// Returns the use of tensor cores that a kernel's name indicates. Names of elementwise kernels, reductions, copies and
/// the like indicate none; those of matrix products, attention and kernels that are not known may hide them.
[[nodiscard]] TensorCoreUse tensorCoreUse(std::string_view kernel);

/// Returns true if a kernel's name shows that it multiplies on tensor cores (or AMD's matrix cores). A trace has only
/// names: a kernel whose name does not show it (most of Triton's) counts as one that does not. Linear in the name's
/// length.
[[nodiscard]] bool namesTensorCores(std::string_view kernel);

}  // namespace kernline
