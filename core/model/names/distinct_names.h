// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The short names of kernels that are shown together, no two alike where the full ones are not: of those that
/// `shortKernelName` calls the same, each has behind it what the others lack,
/// `vectorized_elementwise_kernel<MulFunctor<float>> ‹BUnaryFunctor›`, words before numbers and as few as do; the full
/// name stands where such would be no shorter.
[[nodiscard]] std::vector<std::string> distinctKernelNames(std::span<const std::string_view> full);

}  // namespace kernline
