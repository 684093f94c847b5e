// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/quantity_text.h"

#include <optional>
#include <string_view>

namespace kernline::logs {

/// A line printed by IPython's %timeit.
struct TimeitLine {
  std::string_view name;     ///< text before the time; may be empty
  PrintedQuantity quantity;  ///< time with its deviation
  std::string_view printed;
};

/// "1.23 ms ± 4.5 µs per loop (mean ± std. dev. of 7 runs, 1,000 loops each)", "100 loops, best of 3: 1.23 ms per
/// loop".
[[nodiscard]] std::optional<TimeitLine> timeitLine(std::string_view line);

}  // namespace kernline::logs
