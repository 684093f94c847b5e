// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/quantity_text.h"
#include "core/import/log/scope.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// One measured value between bars: with a label, or named after its quantity.
struct BarValue {
  std::string name;
  PrintedQuantity quantity;
  std::string_view printed;
};

/// "Softmax | 24.5±0.06ms | 1337286 tok/s", "Epoch 1 | Train Loss: 3.17", "GatedDeltaNet | Error: …". Views of the
/// line.
struct BarLine {
  std::string_view subject;
  std::vector<Labeled> rounds;  ///< "Epoch 1" in the subject's place
  std::vector<BarValue> values;
  std::optional<std::string_view> failure;
};

/// nullopt if no cell is measured: it has neither a unit nor a label, and there is no failure.
[[nodiscard]] std::optional<BarLine> barLine(std::string_view line);

}  // namespace kernline::logs
