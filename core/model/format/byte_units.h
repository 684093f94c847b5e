// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kernline {

/// Units of memory sizes: powers of 1024 (KiB, MiB, GiB) or of 1000 (kB, MB, GB). Rates are always of powers of 1000,
/// as vendors and papers count bandwidth.
enum class ByteUnits : std::uint8_t { Binary, Decimal };

/// "binary", "decimal": for settings.
[[nodiscard]] std::string_view toText(ByteUnits units);
[[nodiscard]] std::optional<ByteUnits> byteUnitsFrom(std::string_view text);

/// The one place that decides, for everything that writes a size of memory; from any thread. Binary at first.
[[nodiscard]] ByteUnits byteUnits();
/// Sets the units; text already written is not changed.
void setByteUnits(ByteUnits units);

/// Unit names from bytes up, each `step` times the one before.
struct ByteScaleUnits {
  double step;
  std::span<const std::string_view> symbols;
};
[[nodiscard]] ByteScaleUnits byteSymbols();

}  // namespace kernline
