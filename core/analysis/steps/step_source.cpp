// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_source.h"

#include <array>
#include <cstddef>

namespace kernline {

std::string_view toText(StepSource source) {
  constexpr std::array<std::string_view, 6> texts{"recorded", "annotation", "function", "rounds", "given", "whole"};
  return texts[static_cast<std::size_t>(source)];
}

}  // namespace kernline
