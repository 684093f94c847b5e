// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// Whole numbers with + - * / % and brackets, as in C; `valueOf` knows the names. Throws Failure with what is wrong:
/// also for a division by zero and for results that 64 bits do not hold.
std::int64_t evaluate(std::string_view expression,
                      const std::function<std::optional<std::int64_t>(std::string_view name)>& valueOf);

}  // namespace kernline::recorder
