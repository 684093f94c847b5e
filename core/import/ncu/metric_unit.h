// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline::ncu {

/// The base unit of a metric, as ncu prints it without a prefix: "byte", "byte/s", "ns", "hz", "%", "inst/cycle",
/// "sector". Empty if it prints none, or if the name does not show it: a report has no units, ncu takes them from the
/// words of the name, and so does this.
///
/// `module__counter.rollup.submetric`: the module has little meaning, words of the counter give the unit, and the
/// submetric its divisor. Other names are in a table.
[[nodiscard]] std::string metricUnit(std::string_view name);

}  // namespace kernline::ncu
