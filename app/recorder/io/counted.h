// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// "1 event", "20 events": `noun` is the singular of one whose plural ends in s.
[[nodiscard]] inline std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace kernline::recorder
