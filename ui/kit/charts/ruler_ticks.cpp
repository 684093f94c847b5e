// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/ruler_ticks.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace kernline::ui {

namespace {

struct Unit {
  std::int64_t ns;
  int powerOfTen;
  const char* symbol;
};

constexpr Unit units[] = {{1'000'000'000, 9, "s"}, {1'000'000, 6, "ms"}, {1'000, 3, "µs"}, {1, 0, "ns"}};
constexpr std::int64_t maxReadableSteps = 100'000;  // a label of more digits than this counts from a base

std::int64_t tenTo(int power) {
  std::int64_t result = 1;
  for (; power > 0; --power) {
    result *= 10;
  }
  return result;
}

/// Returns the number of parts that minor ticks split the space between two labels into.
std::int64_t minorTicks(std::int64_t step) {
  const std::int64_t leading = step / tenTo(static_cast<int>(std::log10(static_cast<double>(step)) + 1e-9));
  const std::int64_t parts = leading == 2 ? 4 : 5;
  return step % parts == 0 ? parts : 1;
}

std::int64_t floorTo(std::int64_t value, std::int64_t step) {
  const std::int64_t quotient = value / step;
  return (value % step < 0 ? quotient - 1 : quotient) * step;
}

int trailingZeroDigits(std::int64_t value) {
  int zeros = 0;
  for (; value != 0 && value % 10 == 0; value /= 10) {
    ++zeros;
  }
  return zeros;
}

}  // namespace

std::int64_t roundStep(double min) {
  std::int64_t decade = 1;
  while (static_cast<double>(decade) * 10 <= min && decade < 100'000'000'000'000'000) {
    decade *= 10;
  }
  for (const std::int64_t factor : {1, 2, 5}) {
    if (static_cast<double>(decade * factor) >= min) {
      return decade * factor;
    }
  }
  return decade * 10;
}

std::string rulerLabel(Duration sinceOrigin, Duration step) {
  const std::int64_t scale = std::max(std::abs(sinceOrigin.ns), step.ns);
  const Unit* unit = std::ranges::find_if(units, [&](const Unit& u) { return scale >= u.ns; });
  unit = unit == std::end(units) ? std::end(units) - 1 : unit;
  const int decimals = std::max(0, unit->powerOfTen - trailingZeroDigits(step.ns));
  const std::int64_t magnitude = std::abs(sinceOrigin.ns);
  const char* sign = sinceOrigin.ns < 0 ? "−" : "";
  if (decimals == 0) {
    return fmt::format("{}{} {}", sign, magnitude / unit->ns, unit->symbol);
  }
  const std::int64_t fraction = magnitude % unit->ns / tenTo(unit->powerOfTen - decimals);
  return fmt::format("{}{}.{:0{}} {}", sign, magnitude / unit->ns, fraction, decimals, unit->symbol);
}

RulerTicks rulerTicks(const TimeAxis& axis, Time origin, double labelSpacing, RulerUnit unit) {
  RulerTicks ruler;
  const std::int64_t step = roundStep(axis.nsPerPixel() * labelSpacing);
  const std::int64_t minor = step / minorTicks(step);
  const std::int64_t begin = (axis.range().begin - origin).ns;
  const std::int64_t end = (axis.range().end - origin).ns;
  std::int64_t base = 0;
  if (unit == RulerUnit::Time && std::max(std::abs(begin), std::abs(end)) / step >= maxReadableSteps) {
    const std::int64_t coarse = roundStep(static_cast<double>(axis.range().length().ns));
    base = floorTo(begin, coarse);
    ruler.baseLabel = rulerLabel({base}, {coarse});
  }
  for (std::int64_t at = floorTo(begin, minor) + minor; at <= end; at += minor) {
    RulerTick tick{axis.xOf(origin + Duration{at}), at % step == 0, {}};
    if (tick.isLabeled) {
      tick.label = unit == RulerUnit::Count ? formatCount(at)
                                            : (ruler.baseLabel.empty() ? "" : "+") + rulerLabel({at - base}, {step});
    }
    ruler.ticks.push_back(std::move(tick));
  }
  return ruler;
}

}  // namespace kernline::ui
