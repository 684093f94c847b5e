// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/number_style.h"

#include "core/model/format/byte_units.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>

namespace kernline::ui {
namespace {

struct Unit {
  std::string_view name;
  double scale;
};
using Units = std::vector<Unit>;

constexpr int scaledDecimals = 3;
constexpr int maxDecimals = 6;
constexpr double maxInUnit = 10'000;  // "9 876.543 ms" rather than "9.877 s": the small rows keep their digits

constexpr std::array times{Unit{"ns", 1}, Unit{"µs", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}};
constexpr std::array flops{Unit{"FLOP", 1},    Unit{"kFLOP", 1e3},  Unit{"MFLOP", 1e6},
                           Unit{"GFLOP", 1e9}, Unit{"TFLOP", 1e12}, Unit{"PFLOP", 1e15}};
constexpr std::array flopRates{Unit{"FLOP/s", 1},    Unit{"kFLOP/s", 1e3},  Unit{"MFLOP/s", 1e6},
                               Unit{"GFLOP/s", 1e9}, Unit{"TFLOP/s", 1e12}, Unit{"PFLOP/s", 1e15}};
constexpr std::array byteRates{Unit{"B/s", 1}, Unit{"kB/s", 1e3}, Unit{"MB/s", 1e6}, Unit{"GB/s", 1e9},
                               Unit{"TB/s", 1e12}};
constexpr std::array frequencies{Unit{"Hz", 1}, Unit{"kHz", 1e3}, Unit{"MHz", 1e6}, Unit{"GHz", 1e9}};

Units unitsOfBytes() {
  const ByteScaleUnits chosen = byteSymbols();
  Units units;
  for (double scale = 1; const std::string_view symbol : chosen.symbols) {
    units.push_back({symbol, scale});
    scale *= chosen.step;
  }
  return units;
}

Units unitsOf(Quantity quantity) {
  const auto all = [](const auto& units) { return Units(units.begin(), units.end()); };
  switch (quantity) {
    case Quantity::Time:
      return all(times);
    case Quantity::Bytes:
      return unitsOfBytes();
    case Quantity::Flops:
      return all(flops);
    case Quantity::FlopRate:
      return all(flopRates);
    case Quantity::ByteRate:
      return all(byteRates);
    case Quantity::Frequency:
      return all(frequencies);
    default:
      return {};
  }
}

bool areWhole(const std::vector<PrintedNumber>& numbers, double scale) {
  return std::ranges::all_of(numbers, [scale](const PrintedNumber& number) {
    const double scaled = number.value / scale;
    return scaled == std::floor(scaled);
  });
}

NumberStyle scaledStyle(const Units& units, const std::vector<PrintedNumber>& numbers) {
  double max = 0;
  for (const PrintedNumber& number : numbers) {
    max = std::max(max, std::abs(number.value));
  }
  const auto found = std::ranges::find_if(units, [max](const Unit& unit) { return max < unit.scale * maxInUnit; });
  const Unit& unit = found == units.end() ? units.back() : *found;
  return {qt(unit.name), unit.scale, areWhole(numbers, unit.scale) ? 0 : scaledDecimals};
}

int maxPrintedDecimals(const std::vector<PrintedNumber>& numbers) {
  int max = 0;
  for (const PrintedNumber& number : numbers) {
    max = std::max(max, number.decimals);
  }
  return std::min(max, maxDecimals);
}

/// Returns the first number in `text` without separators of digits; nullopt if it has an exponent.
std::optional<double> printedNumber(std::string_view text) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  const auto begin = std::ranges::find_if(text, isDigit);
  const auto end =
      std::ranges::find_if_not(begin, text.end(), [&](char c) { return isDigit(c) || c == '.' || c == ','; });
  std::string digits{begin, end};
  std::erase(digits, ',');
  double number = 0;
  const bool isNumber = std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc{};
  const bool hasExponent = end != text.end() && (*end == 'e' || *end == 'E');
  return isNumber && !hasExponent ? std::optional(number) : std::nullopt;
}

}  // namespace

int decimalsAsPrinted(double value, std::string_view printed, const NumberStyle& style) {
  const std::optional<double> number = printedNumber(printed);
  if (!number || !std::isfinite(value)) {
    return style.decimals;
  }
  if (value == 0 || *number == 0) {
    return std::min(style.decimals, printedDecimals(printed));
  }
  // Decimal places between the printed unit and the style's.
  const double places = std::log10(std::abs(value) / *number / style.scale);
  constexpr double rounding = 1e-6;
  const double whole = std::round(places);
  return std::abs(places - whole) > rounding
             ? style.decimals
             : std::clamp(printedDecimals(printed) - static_cast<int>(whole), 0, style.decimals);
}

int printedDecimals(std::string_view text) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  const auto point = text.find('.');
  if (point == std::string_view::npos) {
    return 0;
  }
  const auto digits = text.substr(point + 1);
  return static_cast<int>(std::ranges::find_if_not(digits, isDigit) - digits.begin());
}

NumberStyle styleFor(Quantity quantity, std::string_view printedUnit, const std::vector<PrintedNumber>& numbers) {
  constexpr double percent = 0.01;
  if (const auto units = unitsOf(quantity); !units.empty()) {
    return scaledStyle(units, numbers);
  }
  switch (quantity) {
    case Quantity::Share:
      return {QStringLiteral("%"), percent, std::max(1, std::min(maxPrintedDecimals(numbers), scaledDecimals))};
    case Quantity::Count:
      return {{}, 1, areWhole(numbers, 1) ? 0 : maxPrintedDecimals(numbers)};
    default:
      return {qt(printedUnit), 1, maxPrintedDecimals(numbers)};
  }
}

QString numberText(double value, const NumberStyle& style) {
  constexpr double half = 0.5;
  if (std::isnan(value)) {
    return QStringLiteral("–");
  }
  const double scaled = value / style.scale;
  if (std::isinf(scaled)) {
    return scaled > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  }
  const double minStep = std::pow(10.0, -style.decimals);
  if (scaled != 0 && std::abs(scaled) < minStep * half) {
    return (scaled < 0 ? QStringLiteral(">−") : QStringLiteral("<")) + QString::number(minStep, 'f', style.decimals);
  }
  constexpr double maxPlain = 1e15;  // a double has no more digits
  if (std::abs(scaled) >= maxPlain) {
    return QString::number(scaled, 'g', maxDecimals);
  }
  QString text = QString::number(std::abs(scaled), 'f', style.decimals);
  const qsizetype point = text.indexOf(QLatin1Char('.'));
  const qsizetype whole = point < 0 ? text.size() : point;
  constexpr qsizetype group = 3;
  constexpr qsizetype ungrouped = 4;  // "9999" stays in one
  for (qsizetype at = whole - group; whole > ungrouped && at > 0; at -= group) {
    text.insert(at, QChar(0x202F));
  }
  return scaled < 0 ? QStringLiteral("−") + text : text;
}

QString quantityText(double value, const NumberStyle& style) {
  const QString number = numberText(value, style);
  return style.unit.isEmpty() || std::isnan(value) ? number : number + QChar(0x202F) + style.unit;
}

}  // namespace kernline::ui
