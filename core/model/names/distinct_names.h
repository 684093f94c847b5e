// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/names/name_style.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline {

/// The short names of kernels that are shown together, no two alike where the full ones differ: if `shortKernelName`
/// gives several the same name, each has after it what the others lack,
/// `vectorized_elementwise_kernel<MulFunctor<float>> ‹BUnaryFunctor›`, words before numbers and as few as do; the full
/// name is used if that would be no shorter.
[[nodiscard]] std::vector<std::string> distinctKernelNames(std::span<const std::string_view> full);

/// The names of kernels that belong together, as those of one trace do.
class KernelNames {
 public:
  /// More names than this, and longer ones, are not distinguished.
  static constexpr std::size_t maxNames = 20'000;
  static constexpr std::size_t maxBytes = 4096;

  KernelNames() = default;
  /// `full`: each name once.
  explicit KernelNames(std::span<const std::string_view> full);

  /// `kernelNameIn`, but short ones as `distinctKernelNames` has them.
  [[nodiscard]] std::string in(NameStyle style, std::string_view full) const;

 private:
  std::unordered_map<std::string, std::string> m_apart;  // only names that others have too when short
};

}  // namespace kernline
