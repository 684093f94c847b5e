// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_range.h"
#include "core/model/base/error.h"

#include <string>

namespace kernline::ui {

/// The error if a picture of this part of a file cannot be drawn: `why`, as given by `rangeOf`, with the file and the
/// steps.
[[nodiscard]] Error rangeProblem(const std::string& file, const RangeChoice& choice, const Error& why);

}  // namespace kernline::ui
