// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::sql {

/// Reason why a query has no answer.
struct QueryError {
  enum class Kind { Wrong, Refused, Canceled, OutOfMemory, Unreadable };
  Kind kind = Kind::Wrong;
  Message message;                    ///< one sentence, with the place in words where there is one
  std::optional<std::size_t> offset;  ///< byte of the query at which it goes wrong
};

/// Explains SQLite's error for a query that cannot be prepared or run: its place, and alternatives.
[[nodiscard]] QueryError explainError(std::string_view query, std::string_view message,
                                      std::optional<std::size_t> offset);

/// The candidate that `wrong` most likely means; empty if none is near.
[[nodiscard]] std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& candidates);

}  // namespace kernline::sql
