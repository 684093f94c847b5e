// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// The name that `word` was most likely meant to be, or to begin: that with the fewest letters typed anew. Empty where
/// there are none.
[[nodiscard]] std::string nearestName(std::string_view word, std::span<const std::string_view> names);

}  // namespace kernline::recorder
