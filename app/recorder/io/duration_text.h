// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace kernline::recorder {

/// Parses "2", "0.5", "1.5s", "300ms" or "100us", at most 30 days; std::nullopt for other texts.
[[nodiscard]] std::optional<std::chrono::nanoseconds> durationOf(std::string_view text);

}  // namespace kernline::recorder
