// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline::logs {

/// The length of the longest unit.
inline constexpr std::size_t maxUnitLength = 24;

/// A unit as it is printed, and what one of it is in the base unit of its quantity.
struct UnitText {
  std::string_view text;
  Quantity quantity = Quantity::Number;
  std::int32_t decimalPower = 0;  ///< times 10 to this …
  std::int64_t factor = 1;        ///< … times this
};

/// The base of "MB". PyTorch divides by 1024² and prints MB; NVIDIA's tools mean 10⁶. KiB and MiB are always binary.
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

}  // namespace kernline::logs
