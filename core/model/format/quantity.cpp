// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/quantity.h"

#include "core/model/format/byte_units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace kernline {

namespace {

constexpr const char* noValue = "–";

std::int64_t nanosecondsIn(TimeUnit unit) {
  constexpr std::array<std::int64_t, 4> factors{1, 1'000, 1'000'000, 1'000'000'000};
  return factors[static_cast<std::size_t>(unit)];
}

/// The size of a number without the overflow of negating the smallest one.
std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

/// Decimals that make four significant digits of a value of at least 1.
int decimalsFor(double value) {
  if (value >= 999.95) {
    return 0;
  }
  if (value >= 99.995) {
    return 1;
  }
  return value >= 9.9995 ? 2 : 3;
}

/// `value` with the first of the prefixes, each `factor` more than the one before, under which it needs no more than
/// four digits before the point.
std::string scaled(double value, double factor, std::span<const std::string_view> units) {
  if (!std::isfinite(value)) {
    return noValue;
  }
  if (value == 0) {
    return fmt::format("0 {}", units.front());
  }
  double size = std::abs(value);
  std::size_t unit = 0;
  while (unit + 1 < units.size() && size >= factor * (1 - 0.5e-4)) {
    size /= factor;
    ++unit;
  }
  const char* sign = value < 0 ? "-" : "";
  return fmt::format("{}{:.{}f} {}", sign, size, decimalsFor(size), units[unit]);
}

}  // namespace

const char* symbol(TimeUnit unit) {
  constexpr std::array<const char*, 4> symbols{"ns", "µs", "ms", "s"};
  return symbols[static_cast<std::size_t>(unit)];
}

TimeUnit fittingUnit(Duration duration) {
  const std::uint64_t size = magnitude(duration.ns);
  for (const TimeUnit unit : {TimeUnit::Seconds, TimeUnit::Milliseconds, TimeUnit::Microseconds}) {
    if (size >= static_cast<std::uint64_t>(nanosecondsIn(unit))) {
      return unit;
    }
  }
  return TimeUnit::Nanoseconds;
}

std::string formatDuration(Duration duration) {
  TimeUnit unit = fittingUnit(duration);
  if (unit == TimeUnit::Nanoseconds) {
    return fmt::format("{} ns", duration.ns);
  }
  double value = static_cast<double>(magnitude(duration.ns)) / static_cast<double>(nanosecondsIn(unit));
  if (value >= 999.95 && unit != TimeUnit::Seconds) {  // would round to 1000 of its unit
    value /= 1000;
    unit = static_cast<TimeUnit>(static_cast<int>(unit) + 1);
  }
  const int decimals = decimalsFor(value);
  return fmt::format("{}{:.{}f} {}", duration.ns < 0 ? "-" : "", value, decimals, symbol(unit));
}

std::string formatExactDuration(Duration duration) {
  const TimeUnit unit = fittingUnit(duration);
  if (unit == TimeUnit::Nanoseconds) {
    return fmt::format("{} ns", duration.ns);
  }
  const std::uint64_t size = magnitude(duration.ns);
  const auto whole = static_cast<std::uint64_t>(nanosecondsIn(unit));
  const int decimals = 3 * static_cast<int>(unit);
  return fmt::format("{}{}.{:0{}} {}", duration.ns < 0 ? "-" : "", size / whole, size % whole, decimals, symbol(unit));
}

std::string formatDuration(Duration duration, TimeUnit unit, int decimals) {
  const double value = static_cast<double>(duration.ns) / static_cast<double>(nanosecondsIn(unit));
  return fmt::format("{:.{}f}", value, unit == TimeUnit::Nanoseconds ? 0 : decimals);
}

std::string formatBytes(std::int64_t bytes) {
  const ByteScaleUnits units = byteSymbols();
  if (static_cast<double>(magnitude(bytes)) < units.step) {
    return fmt::format("{} B", bytes);
  }
  return scaled(static_cast<double>(bytes), units.step, units.symbols);
}

std::string formatByteRate(double bytesPerSecond) {
  constexpr std::array<std::string_view, 6> units{"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
  return scaled(bytesPerSecond, 1000, units);
}

std::string formatFlopRate(double flopsPerSecond) {
  constexpr std::array<std::string_view, 7> units{"FLOP/s",  "kFLOP/s", "MFLOP/s", "GFLOP/s",
                                                  "TFLOP/s", "PFLOP/s", "EFLOP/s"};
  return scaled(flopsPerSecond, 1000, units);
}

std::string formatCount(std::int64_t count) {
  constexpr std::string_view gap = "\u202f";
  const std::string digits = fmt::format("{}", magnitude(count));
  if (digits.size() <= 4) {
    return fmt::format("{}", count);
  }
  std::string text = count < 0 ? "-" : "";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) {
      text += gap;
    }
    text += digits[i];
  }
  return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", formatCount(number), noun, number == 1 ? "" : "s");
}

std::string formatShare(double share) {
  if (!std::isfinite(share)) {
    return noValue;
  }
  if (share > 0 && share < 0.0005) {
    return "<0.1 %";
  }
  return fmt::format("{:.1f} %", share * 100);
}

}  // namespace kernline
