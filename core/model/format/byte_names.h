// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline {

/// Whether an arg of an event counts bytes, as far as its name tells: a last word "bytes", and the profilers' own names
/// of memory, like "Total Allocated" and "shared memory".
[[nodiscard]] bool isNameOfBytes(std::string_view name);

/// Whether a number without a unit counts bytes: it is called after memory, and nothing else than bytes comes to so
/// many.
[[nodiscard]] bool mustBeBytes(std::string_view name, double maxValue);

}  // namespace kernline
