// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernline::remote {

inline constexpr int standardInput = 0;
inline constexpr int standardOutput = 1;

/// Waits for data and returns it; std::nullopt at the end.
[[nodiscard]] std::optional<std::string> readSome(int fd);
/// Writes all of it; false if the reader is gone.
[[nodiscard]] bool writeAll(int fd, std::string_view bytes);

}  // namespace kernline::remote
