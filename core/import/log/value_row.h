// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/quantity_text.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// "attention_fwd 1.2 ms", "cutlass  0.498 ms  275.9 TFLOPS", "fused 8.1 ms (1.54x faster)": a name, values with their
/// units, and how much faster that is. Views of the line.
struct ValueRow {
  struct Value {
    std::string_view printed;
    Quantity quantity = Quantity::Number;
  };

  std::string_view name;
  bool isApart = false;  ///< two blanks between the name and its values
  std::vector<Value> values;
  std::string_view speedup;  ///< empty if there is none
  std::string_view failure;  ///< "OOM" in place of the values
};

/// "flash OOM" is a row without values. nullopt for lines with a colon, and if other text follows the values. One line
/// alone may be a sentence: the lines around it decide whether it is a row.
[[nodiscard]] std::optional<ValueRow> valueRow(std::string_view line, std::uint16_t marks);

/// "1.54x" of "(1.54x)", "(1.54x faster)", "1.54x speedup"; empty for anything else.
[[nodiscard]] std::string_view speedupText(std::string_view text);

}  // namespace kernline::logs
