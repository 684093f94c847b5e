// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/scope.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// A bar of tqdm: "Epoch 3:  69%|██████    | 693/1000 [11:33<12:34, 12.5it/s, loss=2.31]". Views of its text.
struct ProgressBar {
  std::size_t length = 0;        ///< bytes
  std::string_view name;         ///< "Epoch 3"
  std::string_view done;         ///< "693"
  std::string_view rate;         ///< "12.5it/s"; empty where it is not known yet
  std::vector<Labeled> postfix;  ///< loss=2.31
  bool isComplete = false;
};

/// The bar that `text` begins with, if it does.
[[nodiscard]] std::optional<ProgressBar> progressBar(std::string_view text);

/// Returns true if it has measurements: values after its rate, or the rate of all of it.
[[nodiscard]] bool isMeasured(const ProgressBar& bar);

}  // namespace kernline::logs
