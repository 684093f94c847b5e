// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trust/figure.h"

#include <array>
#include <cstddef>

namespace kernline {

std::string_view toText(Figure figure) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Figure::Count_)> texts{
      "wall time",       "busy and idle time",  "idle causes",          "kernel statistics",
      "host statistics", "launch latency",      "queue depth",          "operators of kernels",
      "steps",           "counters and memory", "arrows between spans", "names"};
  return texts[static_cast<std::size_t>(figure)];
}

std::string toText(Figures figures) {
  std::string text;
  for (std::size_t f = 0; f < static_cast<std::size_t>(Figure::Count_); ++f) {
    if (figures.contains(static_cast<Figure>(f))) {
      text += text.empty() ? "" : ", ";
      text += toText(static_cast<Figure>(f));
    }
  }
  return text;
}

}  // namespace kernline
