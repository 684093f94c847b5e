// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_text.h"

#include "core/model/format/byte_names.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace kernline {

namespace {

constexpr double maxCountedBytes = 9e18;  // limit of 64 bits

/// "1.755 GHz".
std::string frequencyText(double hertz) {
  constexpr std::array prefixes{"", "k", "M", "G"};
  constexpr double step = 1000;
  std::size_t prefix = 0;
  for (; std::abs(hertz) >= step && prefix + 1 < prefixes.size(); ++prefix) {
    hertz /= step;
  }
  return fmt::format("{:.4g} {}Hz", hertz, prefixes[prefix]);
}

/// "SM clock" of "SM clock (Hz)", if that is the unit.
std::string_view withoutUnit(std::string_view text, std::string_view unit) {
  const std::size_t open = text.find_last_of("([");
  if (unit.empty() || open == std::string_view::npos || (text.back() != ')' && text.back() != ']')) {
    return text;
  }
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  const bool isUnit = inside == unit || (inside == "B" && unit == "bytes") || (inside == "B/s" && unit == "bytes/s");
  const std::size_t end = isUnit ? text.find_last_not_of(' ', open == 0 ? 0 : open - 1) : std::string_view::npos;
  return isUnit && open > 0 && end != std::string_view::npos ? text.substr(0, end + 1) : text;
}

}  // namespace

bool isInBytes(const Trace& trace, const Counter& counter) {
  const std::string_view unit = trace.text(counter.unit);
  const bool hasNone = unit.empty() && (mustBeBytes(trace.text(counter.name), counter.maximum) ||
                                        mustBeBytes(trace.text(counter.series), counter.maximum));
  return unit == "bytes" || hasNone;
}

std::string counterLabel(const Trace& trace, const Counter& counter) {
  const std::string_view series = trace.text(counter.series);
  return printable(series.empty() || series == "value" ? trace.text(counter.name) : series);
}

std::string counterName(const Trace& trace, const Counter& counter) {
  const std::string_view unit = trace.text(counter.unit);
  const std::string_view name = withoutUnit(trace.text(counter.name), unit);
  const std::string_view series = withoutUnit(trace.text(counter.series), unit);
  if (name.empty() || series.empty() || name == series) {
    return printable(name.empty() ? series : name);
  }
  return printable(name) + " · " + printable(series);
}

std::string counterText(const Trace& trace, const Counter& counter, double value) {
  return counterText(isInBytes(trace, counter) ? "bytes" : trace.text(counter.unit), value);
}

std::string counterText(std::string_view unit, double value) {
  if (!std::isfinite(value)) {
    return "–";
  }
  if (unit == "bytes" && std::abs(value) < maxCountedBytes) {
    return formatBytes(std::llround(value));
  }
  if (unit == "bytes/s") {
    return formatByteRate(value);
  }
  if (unit == "Hz") {
    return frequencyText(value);
  }
  constexpr double maxWhole = 1e15;
  const bool isWhole = std::abs(value) < maxWhole && value == std::trunc(value);
  const std::string number = isWhole ? formatCount(std::llround(value)) : fmt::format("{:.5g}", value);
  return unit.empty() || unit == "count" ? number : number + " " + printable(unit);
}

}  // namespace kernline
