// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>

namespace kernline {

/// What a person is shown as the name of a step: its own one, or, of a round of kernels, the short name of the first.
[[nodiscard]] std::string stepTitle(const Trace& trace, const Step& step);

}  // namespace kernline
