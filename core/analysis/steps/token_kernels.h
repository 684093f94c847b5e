// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline {

/// Certainty that a kernel chooses a token.
enum class TokenChoice : std::uint8_t {
  No,
  Maybe,  ///< top-k, which routers of experts run, too
  Yes,    ///< argmax, a draw
};

[[nodiscard]] TokenChoice tokenChoice(std::string_view kernel);

/// Whether a kernel is of a backward pass or an optimizer.
[[nodiscard]] bool belongsToTraining(std::string_view kernel);

/// Whether a kernel may read the embeddings of tokens: it selects rows by their numbers.
[[nodiscard]] bool selectsRows(std::string_view kernel);

}  // namespace kernline
