// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline::recorder {

/// How much is recorded of PyTorch's operators.
enum class TorchLevel : std::uint8_t { Off, Operators, Shapes };

inline constexpr std::array<std::string_view, 3> torchLevelNames{"off", "ops", "shapes"};

[[nodiscard]] constexpr std::string_view nameOf(TorchLevel level) {
  return torchLevelNames[static_cast<std::size_t>(level)];
}

/// nullopt if it is none of torchLevelNames.
[[nodiscard]] constexpr std::optional<TorchLevel> torchLevel(std::string_view name) {
  const auto* const found = std::ranges::find(torchLevelNames, name);
  return found == torchLevelNames.end() ? std::nullopt
                                        : std::optional(static_cast<TorchLevel>(found - torchLevelNames.begin()));
}

}  // namespace kernline::recorder
