// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <string>

namespace kernline {

/// Style rules that the picture needs, for the head of a page.
[[nodiscard]] std::string stepPictureStyle();

/// One step of each run, the one whose length is in the middle, as bars of time on the device above each other, in the
/// same scale: the rows that changed most in colors, the rest gray, with a legend. An SVG and a list.
[[nodiscard]] std::string stepPicture(const RunComparison& comparison);

}  // namespace kernline
