// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <string>
#include <vector>

namespace kernline::cli {

/// The tracks that `wanted` means: those whose id, name or title it is; else those whose full title contains it,
/// upper and lower case alike. All for an empty text. Error: there are none.
[[nodiscard]] Expected<std::vector<TrackId>> chooseTracks(const Trace& trace, const std::string& wanted);

}  // namespace kernline::cli
