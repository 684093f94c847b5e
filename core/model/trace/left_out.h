// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline {

/// The key of a metadata entry in which a reader reports what the writer of its format drops of the recording: a JSON
/// string without escapes.
inline constexpr std::string_view leftOutKey = "leftOut";

}  // namespace kernline
