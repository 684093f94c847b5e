// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace kernline::logs {

/// Nanoseconds of a time in several units: "3m 20s", "1h 2m 3.5s", "2 min 5 s". nullopt for one unit alone, which is a
/// quantity like any other.
[[nodiscard]] std::optional<double> durationInUnits(std::string_view text);

/// Parses the duration `text` of the label or column `name`: "0:02:03.45", "1-02:03:04" and "1 day, 2:03:04" too, if it
/// is no time of day by its name.
[[nodiscard]] std::optional<double> durationOf(std::string_view name, std::string_view text);

}  // namespace kernline::logs
