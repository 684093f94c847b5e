// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>
#include <string_view>

namespace kernline {

/// Returns true if its values are bytes: by its unit, or without a unit by its name and size.
[[nodiscard]] bool isInBytes(const Trace& trace, const Counter& counter);

/// "SM active": its series, or its name if the series has no meaning.
[[nodiscard]] std::string counterLabel(const Trace& trace, const Counter& counter);

/// "GPU use · SM active", "SM clock": name and series, without a unit in brackets, for `counterText` has its own.
[[nodiscard]] std::string counterName(const Trace& trace, const Counter& counter);

/// "1.500 GiB", "1.755 GHz", "3.850 TB/s", "88.2 %": in the counter's unit. "–" if not finite.
[[nodiscard]] std::string counterText(const Trace& trace, const Counter& counter, double value);
/// Formats a counter value in that unit.
[[nodiscard]] std::string counterText(std::string_view unit, double value);

}  // namespace kernline
