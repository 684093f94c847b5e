// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/unit_text.h"

#include "core/import/log/byte_set.h"

#include <algorithm>
#include <array>
#include <string>

namespace kernline::logs {

namespace {

constexpr std::int64_t kibi = 1024;

constexpr UnitText plainUnits[] = {
    {"ns", Quantity::Time},
    {"nsec", Quantity::Time},
    {"nsecond", Quantity::Time},
    {"us", Quantity::Time, 3},
    {"µs", Quantity::Time, 3},
    {"μs", Quantity::Time, 3},
    {"usec", Quantity::Time, 3},
    {"usecond", Quantity::Time, 3},
    {"ms", Quantity::Time, 6},
    {"msec", Quantity::Time, 6},
    {"msecond", Quantity::Time, 6},
    {"s", Quantity::Time, 9},
    {"sec", Quantity::Time, 9},
    {"secs", Quantity::Time, 9},
    {"second", Quantity::Time, 9},
    {"seconds", Quantity::Time, 9},
    {"min", Quantity::Time, 9, 60},
    {"mins", Quantity::Time, 9, 60},
    {"minutes", Quantity::Time, 9, 60},
    {"h", Quantity::Time, 9, 3600},
    {"hours", Quantity::Time, 9, 3600},
    {"纳秒", Quantity::Time},
    {"微秒", Quantity::Time, 3},
    {"毫秒", Quantity::Time, 6},
    {"秒", Quantity::Time, 9},
    {"分钟", Quantity::Time, 9, 60},
    {"%", Quantity::Share, -2},
    {"％", Quantity::Share, -2},
    {"Hz", Quantity::Frequency},
    {"hz", Quantity::Frequency},
    {"kHz", Quantity::Frequency, 3},
    {"Khz", Quantity::Frequency, 3},
    {"MHz", Quantity::Frequency, 6},
    {"Mhz", Quantity::Frequency, 6},
    {"GHz", Quantity::Frequency, 9},
    {"Ghz", Quantity::Frequency, 9},
    {"W", Quantity::Number},
    {"x", Quantity::Number},
    {"X", Quantity::Number},
    {"×", Quantity::Number},
    {"倍", Quantity::Number},
    {"K", Quantity::Count, 3},
    {"k", Quantity::Count, 3},
    {"M", Quantity::Count, 6},
    {"T", Quantity::Count, 12},
};

constexpr std::size_t maxPlainLength =
    std::ranges::max(plainUnits, {}, [](const UnitText& unit) { return unit.text.size(); }).text.size();
constexpr ByteSet plainFirstBytes = [] {
  std::array<char, std::size(plainUnits)> first{};
  std::ranges::transform(plainUnits, first.begin(), [](const UnitText& unit) { return unit.text.front(); });
  return ByteSet(std::string_view(first.data(), first.size()));
}();
constexpr std::size_t minFlopsLength = 4;  // "flop"

/// Returns 1 for K, 2 for M and so on, 0 without a prefix; nullopt if `letter` is no such prefix.
std::optional<int> scaleOf(char letter) {
  constexpr std::string_view scales = "KMGTP";
  const char upper = letter == 'k' ? 'K' : letter;
  const auto at = scales.find(upper);
  return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(at) + 1);
}

UnitText scaledBytes(std::string_view text, int scale, bool isBinary) {
  UnitText unit{.text = text, .quantity = Quantity::Bytes};
  for (int i = 0; i < scale; ++i) {
    unit.factor *= isBinary ? kibi : 1;
    unit.decimalPower += isBinary ? 0 : 3;
  }
  return unit;
}

/// B, KB, Kb, KiB, Kbyte, MBytes.
std::optional<UnitText> byteUnit(std::string_view text, ByteBase base) {
  std::string_view rest = text;
  int scale = 0;
  if (rest.size() > 1) {
    if (const auto found = scaleOf(rest.front())) {
      scale = *found;
      rest.remove_prefix(1);
    }
  }
  static constexpr ByteSet lastBytes{"Bbes\x82"};  // last bytes of the words below
  if (text.empty() || !lastBytes.has(text.back())) {
    return std::nullopt;
  }
  constexpr std::array<std::string_view, 4> lowerCase{"kb", "mb", "gb", "tb"};
  if (const auto* found = std::ranges::find(lowerCase, text); found != lowerCase.end()) {
    return scaledBytes(text, static_cast<int>(found - lowerCase.begin()) + 1, base == ByteBase::Binary);
  }
  if (scale > 0 && rest == "iB") {
    return scaledBytes(text, scale, true);
  }
  constexpr std::array<std::string_view, 7> words{"B", "b", "byte", "bytes", "Byte", "Bytes", "字节"};
  if (std::ranges::find(words, rest) == words.end()) {
    return std::nullopt;
  }
  return scaledBytes(text, scale, base == ByteBase::Binary);
}

bool equalsWithoutCase(std::string_view text, std::string_view lowerCase) {
  return std::ranges::equal(text, lowerCase,
                            [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); });
}

/// FLOP, FLOPs, FLOPS with K to P in front, with or without a second.
std::optional<UnitText> flopUnit(std::string_view text) {
  std::string_view rest = text;
  int scale = 0;
  rest.remove_suffix(rest.ends_with("/GPU") ? 4 : 0);  // suffix of Megatron-LM
  if (!rest.empty()) {
    if (const auto found = scaleOf(rest.front())) {
      scale = *found;
      rest.remove_prefix(1);
    }
  }
  bool isRate = false;
  for (const std::string_view ending : {"/s", "/sec", "/second"}) {
    if (rest.ends_with(ending)) {
      rest.remove_suffix(ending.size());
      isRate = true;
      break;
    }
  }
  if (!equalsWithoutCase(rest, "flops") && !equalsWithoutCase(rest, "flop")) {
    return std::nullopt;
  }
  isRate = isRate || rest == "FLOPS" || rest == "flops" || rest == "Flops";
  return UnitText{.text = text, .quantity = isRate ? Quantity::FlopRate : Quantity::Flops, .decimalPower = 3 * scale};
}

/// Something a second, or a time per something.
std::optional<UnitText> perUnit(std::string_view text) {
  if (text.ends_with("-per-sec") || text.ends_with("-per-second")) {
    return UnitText{.text = text, .quantity = Quantity::Rate};
  }
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) {
    return std::nullopt;
  }
  const std::string_view what = text.substr(0, slash);
  const std::string_view per = text.substr(slash + 1);
  if (per == "s" || per == "sec" || per == "second" || per == "秒") {
    if (const auto bytes = byteUnit(what, ByteBase::Decimal); bytes && what != "b" && what != "B") {
      return UnitText{
          .text = text, .quantity = Quantity::ByteRate, .decimalPower = bytes->decimalPower, .factor = bytes->factor};
    }
    return UnitText{.text = text, .quantity = Quantity::Rate};
  }
  const auto* time = std::ranges::find(plainUnits, what, &UnitText::text);
  if (time != std::end(plainUnits) && time->quantity == Quantity::Time) {
    UnitText unit = *time;
    unit.text = text;
    return unit;
  }
  return std::nullopt;
}

}  // namespace

std::optional<UnitText> unitOf(std::string_view text, ByteBase base) {
  if (text.empty() || text.size() > maxUnitLength) {
    return std::nullopt;
  }
  // Compares length and first letter before any call: this runs for every cell of every table.
  const auto isText = [text](const UnitText& unit) {
    return unit.text.size() == text.size() && unit.text.front() == text.front() && unit.text == text;
  };
  if (text.size() <= maxPlainLength && plainFirstBytes.has(text.front())) {
    if (const auto* plain = std::ranges::find_if(plainUnits, isText); plain != std::end(plainUnits)) {
      return *plain;
    }
  }
  if (const auto bytes = byteUnit(text, base)) {
    return bytes;
  }
  if (text.size() >= minFlopsLength) {
    if (const auto flops = flopUnit(text)) {
      return flops;
    }
  }
  return perUnit(text);
}

}  // namespace kernline::logs
