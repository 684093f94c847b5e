// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>

namespace kernline::cli {

/// "GPU 0 · stream 7": a track's title after that of its process.
[[nodiscard]] std::string fullTitle(const Trace& trace, const Track& track);
[[nodiscard]] std::string processTitle(const Trace& trace, const Track& track);  ///< empty if it has none

}  // namespace kernline::cli
