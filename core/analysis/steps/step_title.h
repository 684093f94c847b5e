// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>

namespace kernline {

/// Returns the displayed name of a step: its own, or the short name of the first kernel of a round.
[[nodiscard]] std::string stepTitle(const Trace& trace, const Step& step);

}  // namespace kernline
