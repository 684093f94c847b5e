// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline::ncu {

/// The base unit of a metric, as ncu prints it without a prefix: "byte", "byte/s", "ns", "hz", "%", "inst/cycle",
/// "sector". Empty where it prints none, or where the name does not tell: a report holds no units, ncu takes them from
/// the words of the name, and so does this.
///
/// `module__counter.rollup.submetric`: the module says little, words of the counter say what is counted, and the
/// submetric what it is divided by. What no word tells is a table of names.
[[nodiscard]] std::string metricUnit(std::string_view name);

}  // namespace kernline::ncu
