// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/figure.h"

#include "core/model/base/message.h"

#include <array>
#include <cstddef>

namespace kernline {

std::string_view toText(Figure figure) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Figure::Count_)> texts{
      Phrase::tr("wall time"),
      Phrase::tr("busy and idle time"),
      Phrase::tr("idle causes"),
      Phrase::tr("kernel statistics"),
      Phrase::tr("host statistics"),
      Phrase::tr("launch latency"),
      Phrase::tr("queue depth"),
      Phrase::tr("kernels by operator"),
      Phrase::tr("MFU and memory bandwidth"),
      Phrase::tr("steps"),
      Phrase::tr("counters and memory"),
      Phrase::tr("arrows between spans"),
      Phrase::tr("names")};
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
