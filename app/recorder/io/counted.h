// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// "1 event", "20 events", "2 launches": `noun` is the singular, and `ending` makes its plural.
[[nodiscard]] inline std::string counted(std::uint64_t number, std::string_view noun, std::string_view ending = "s") {
  return fmt::format("{} {}{}", number, noun, number == 1 ? std::string_view() : ending);
}

}  // namespace kernline::recorder
