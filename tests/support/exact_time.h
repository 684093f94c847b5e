// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline::test {

/// Nanoseconds of a decimal number of microseconds, digit by digit: the plain statement of what the importer must
/// give. Half a nanosecond rounds away from zero. nullopt if `text` is no decimal number or the result leaves 64 bits.
[[nodiscard]] std::optional<std::int64_t> nanoseconds(std::string_view text);

}  // namespace kernline::test
