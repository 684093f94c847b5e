// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/pivot.h"
#include "core/model/base/message.h"
#include "core/model/log/measured_value.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kernline {

/// The text of a value of a dimension; `otherwise` for `noCoordinate`.
[[nodiscard]] std::string valueText(const Measurements& measurements, std::optional<std::size_t> dimension,
                                    std::int32_t value, const std::string& otherwise);

/// "8.21×", "0.012×", "312×": how many times better something is.
[[nodiscard]] std::string timesText(double ratio);
/// "3.05": by which factor such ratios vary, up and down (`ModelSpeed::spread`).
[[nodiscard]] std::string factorText(double factor);

/// "∝ n^1.98 ± 0.07", without the interval where none is known.
[[nodiscard]] Message scalingText(const ScalingFit& fit);

/// "Flash overtakes Linear at seq_len 731": the one that is better above the crossing comes first.
[[nodiscard]] Message crossingText(const Measurements& measurements, const Pivot& pivot, const RowCrossing& crossing);

/// Returns the fixed values as text: "section: Benchmark; epoch: 5"; empty if there are none.
[[nodiscard]] std::string fixedText(const Measurements& measurements, const PivotRequest& request);

/// The unit in which all values of matrices of one metric are shown; there is one of them at least.
[[nodiscard]] ShownUnit unitOf(const Measurements& measurements, std::span<const Pivot> pivots);
[[nodiscard]] ShownUnit unitOf(const Measurements& measurements, const Pivot& pivot);

/// "24.50 ±0.06", "31.2 (30.1 to 33.9, 5 values)", "failed", "": in `unit`, without its symbol.
[[nodiscard]] Message cellText(const Measurements& measurements, const PivotCell& cell, const ShownUnit& unit);

/// The first failure of a cell: its text, and its section if the cell has a value from elsewhere.
[[nodiscard]] std::string failureText(const Measurements& measurements, const PivotCell& cell);

}  // namespace kernline
