// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/measured_value.h"

#include "core/model/format/byte_units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

namespace kernline {

namespace {

ShownUnit prefixed(double maxValue, double step, std::span<const std::string_view> symbols) {
  ShownUnit unit{1, std::string{symbols.front()}};
  for (std::size_t i = 1; i < symbols.size() && std::abs(maxValue) / unit.factor >= step; ++i) {
    unit = {unit.factor * step, std::string{symbols[i]}};
  }
  return unit;
}

ShownUnit withDecimalPrefix(double maxValue, std::string_view of) {
  constexpr std::array<std::string_view, 6> prefixes{"", "k", "M", "G", "T", "P"};
  ShownUnit unit = prefixed(maxValue, 1000, prefixes);
  if (unit.symbol.empty() || of.empty()) {
    unit.symbol += of;
  } else {
    unit.symbol += fmt::format(" {}", of);
  }
  return unit;
}

}  // namespace

ShownUnit shownUnit(Quantity quantity, std::string_view unit, double maxValue) {
  constexpr std::array<std::string_view, 4> times{"ns", "µs", "ms", "s"};
  constexpr std::array<std::string_view, 6> byteRates{"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
  constexpr std::array<std::string_view, 6> flops{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"};
  constexpr std::array<std::string_view, 6> flopRates{"FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"};
  constexpr std::array<std::string_view, 4> frequencies{"Hz", "kHz", "MHz", "GHz"};
  switch (quantity) {
    case Quantity::Time:
      return prefixed(maxValue, 1000, times);
    case Quantity::Bytes:
      return prefixed(maxValue, byteSymbols().step, byteSymbols().symbols);
    case Quantity::ByteRate:
      return prefixed(maxValue, 1000, byteRates);
    case Quantity::Flops:
      return prefixed(maxValue, 1000, flops);
    case Quantity::FlopRate:
      return prefixed(maxValue, 1000, flopRates);
    case Quantity::Frequency:
      return prefixed(maxValue, 1000, frequencies);
    case Quantity::Share:
      return {0.01, "%"};
    case Quantity::Rate:
      return withDecimalPrefix(maxValue, unit);
    case Quantity::Count:
      return withDecimalPrefix(maxValue, {});
    case Quantity::Number:
    case Quantity::Text:
      break;
  }
  return {1, std::string{unit}};
}

std::string formatIn(const ShownUnit& unit, double value) {
  const double shown = value / unit.factor;
  if (!std::isfinite(shown)) {
    return "–";
  }
  const double size = std::abs(shown);
  if (size == 0 || size >= 1e7) {
    return fmt::format("{:.4g}", shown);
  }
  const int digitsBefore = static_cast<int>(std::floor(std::log10(size))) + 1;
  constexpr int significant = 4;
  constexpr int maxDecimals = 6;
  if (digitsBefore < significant - maxDecimals) {
    return fmt::format("{:.3g}", shown);
  }
  return fmt::format("{:.{}f}", shown, std::max(0, significant - digitsBefore));
}

}  // namespace kernline
