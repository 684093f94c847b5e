// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/log/log.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace kernline::logs {

/// A unit as it is printed, and what one of it is in the base unit of its quantity.
struct UnitText {
  std::string_view text;
  Quantity quantity = Quantity::Number;
  std::int32_t decimalPower = 0;  ///< times 10 to this …
  std::int64_t factor = 1;        ///< … times this
};

/// Whose "MB" it is. PyTorch divides by 1024² and prints MB; NVIDIA's tools mean 10⁶. KiB and MiB are what they say.
enum class ByteBase : std::uint8_t { Binary, Decimal };

/// The unit of that text, letter case as usual. The rules, for all formats:
///
/// | printed | is |
/// |---|---|
/// | ns us µs μs ms s sec min h, 纳秒 微秒 毫秒 秒 分钟 | Time |
/// | s/it, ms/step, us/token … | Time |
/// | B KB MB GB TB, b Kb Mb Gb (old torch: bytes, not bits), KiB MiB … , Kbyte Mbyte, bytes | Bytes |
/// | % | Share, divided by 100 |
/// | FLOP FLOPs KFLOPs … PFLOPs | Flops, a count |
/// | FLOPS KFLOPS … , FLOP/s, FLOPs/s, TFLOPs/s, TFlop/s | FlopRate |
/// | GB/s MB/s GiB/s GB/second | ByteRate (GB is 10⁹ there, as vendors count) |
/// | tok/s it/s samples/s img/s, anything/s | Rate, unit as printed |
/// | Hz kHz MHz GHz | Frequency |
/// | K M B T glued to a number or one blank behind it, without anything else (3.77 M) | Count: 10³ 10⁶ 10⁹ 10¹² |
/// | x × 倍 | Number: a ratio |
[[nodiscard]] std::optional<UnitText> unitOf(std::string_view text, ByteBase base);

struct PrintedQuantity {
  double value = 0;  ///< in the base unit
  double error = std::numeric_limits<double>::quiet_NaN();
  Quantity quantity = Quantity::Number;
  std::string_view unit = {};      ///< as printed; empty if there was none
  bool isInteger = false;          ///< no point, no exponent
  std::string_view trailing = {};  ///< what is behind the value, if that was allowed
};

/// Digits of a number: sign, thousands separators (groups of three or four digits, as nsys prints in some locales),
/// point, exponent; nothing behind. Exactly rounded. "1,5" is refused: it is a group too short, or another country's
/// decimal point.
[[nodiscard]] std::optional<double> numberOf(std::string_view text, std::int32_t decimalPower = 0);

/// All of `text` as one number with or without a unit and an error: "24.5±0.06ms", "-12.55 GB", "5,846,528", "~1M",
/// "1337286 tok/s", "44.16%". Bytes are rounded to whole ones. An unknown unit gives nothing.
[[nodiscard]] std::optional<PrintedQuantity> quantityOf(std::string_view text, ByteBase base);

/// The same with any short word as unit: "10916756 字符", "23 layers" (then the quantity is Number).
[[nodiscard]] std::optional<PrintedQuantity> quantityWithAnyUnit(std::string_view text, ByteBase base);

/// The value at the beginning of `text`, with `trailing` what is glued to it: "587.351ms0". A unit is required.
[[nodiscard]] std::optional<PrintedQuantity> leadingQuantity(std::string_view text, ByteBase base);

/// Without blanks, tabs and line ends around it. Called several times a line, so it is here.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  const auto isBlank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  const char* begin = text.data();
  const char* end = begin + text.size();
  while (begin != end && isBlank(*begin)) {
    ++begin;
  }
  while (begin != end && isBlank(end[-1])) {
    --end;
  }
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace kernline::logs
