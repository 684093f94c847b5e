// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"

#include <optional>
#include <string_view>

namespace kernline {

/// A number, or a text that is one, as some producers write them. nullopt for others, and for `nullptr`.
[[nodiscard]] std::optional<double> numberOf(const ArgNode* node);

/// Returns the product of a list of numbers ("grid": [2, 66, 1]); std::nullopt if an item is not a number, or 0 or
/// less.
[[nodiscard]] std::optional<double> productOf(const ArgNode* list);

}  // namespace kernline
