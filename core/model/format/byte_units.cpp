// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/byte_units.h"

#include <array>
#include <atomic>

namespace kernline {

namespace {

std::atomic<ByteUnits> unitsInForce = ByteUnits::Binary;

}  // namespace

std::string_view toText(ByteUnits units) {
  return units == ByteUnits::Binary ? "binary" : "decimal";
}

std::optional<ByteUnits> byteUnitsFrom(std::string_view text) {
  for (const ByteUnits units : {ByteUnits::Binary, ByteUnits::Decimal}) {
    if (text == toText(units)) {
      return units;
    }
  }
  return std::nullopt;
}

ByteUnits byteUnits() {
  return unitsInForce;
}

void setByteUnits(ByteUnits units) {
  unitsInForce = units;
}

ByteScaleUnits byteSymbols() {
  static constexpr std::array<std::string_view, 7> binary{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  static constexpr std::array<std::string_view, 7> decimal{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  constexpr double kibi = 1024;
  constexpr double kilo = 1000;
  return byteUnits() == ByteUnits::Binary ? ByteScaleUnits{kibi, binary} : ByteScaleUnits{kilo, decimal};
}

}  // namespace kernline
