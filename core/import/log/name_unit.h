// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/unit_text.h"

#include <optional>
#include <string_view>

namespace kernline::logs {

/// The unit that a column's name ends in: step_ms, peak_mb, util_pct, tok_s, tokens_per_sec, timeMs. A view of `name`
/// may be in it.
[[nodiscard]] std::optional<UnitText> unitInName(std::string_view name);

}  // namespace kernline::logs
