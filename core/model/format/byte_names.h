// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline {

/// Returns true if the name of an event's arg shows that it counts bytes: a last word "bytes", and the profilers' own
/// names of memory, like "Total Allocated" and "shared memory".
[[nodiscard]] bool isNameOfBytes(std::string_view name);

/// Returns true if a number without a unit must count bytes: it is named after memory, and only bytes reach such
/// values.
[[nodiscard]] bool mustBeBytes(std::string_view name, double maxValue);

}  // namespace kernline
