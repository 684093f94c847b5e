// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/byte_scale.h"

#include "core/model/format/byte_units.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

ByteScale byteScale(std::int64_t maxBytes, int wantedSteps) {
  const auto [kilo, symbols] = byteSymbols();
  ByteScale scale;
  const double bytes = std::max<double>(1, static_cast<double>(maxBytes));
  std::size_t unit = 0;
  while (unit + 1 < symbols.size() && bytes >= scale.unit * kilo) {
    scale.unit *= kilo;
    ++unit;
  }
  scale.symbol = symbols[unit];
  const double max = bytes / scale.unit;
  const double minStep = max / std::max(1, wantedSteps);
  double step = std::pow(10.0, std::floor(std::log10(minStep)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    if (step * factor >= minStep * 0.999) {
      step *= factor;
      break;
    }
  }
  step = unit == 0 ? std::max(1.0, std::ceil(step)) : step;
  scale.steps = std::max(1, static_cast<int>(std::ceil(max / step - 1e-9)));
  scale.top = step * scale.steps;
  for (double rest = step; scale.decimals < 3 && std::abs(rest - std::round(rest)) > 1e-6; rest *= 10) {
    ++scale.decimals;
  }
  return scale;
}

}  // namespace kernline::ui
