// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace kernline::sqlite {

/// The place of a row, as the offset of a span: the number of its table, as the reader counts them, and its rowid.
struct RowPlace {
  std::size_t table = 0;
  std::int64_t row = 0;
};

inline constexpr int rowBits = 48;
inline constexpr std::uint64_t noRow = (std::uint64_t{1} << rowBits) - 1;

/// Rows that no offset can hold (negative, or beyond 2^48) share one that means none.
[[nodiscard]] constexpr std::uint64_t offsetOf(RowPlace place) {
  const bool fits = place.row >= 0 && static_cast<std::uint64_t>(place.row) < noRow;
  return static_cast<std::uint64_t>(place.table) << rowBits | (fits ? static_cast<std::uint64_t>(place.row) : noRow);
}

/// nullopt for an offset without a row, or of a table beyond the `tableCount` there are.
[[nodiscard]] constexpr std::optional<RowPlace> placeOf(std::uint64_t offset, std::size_t tableCount) {
  const std::uint64_t table = offset >> rowBits;
  const std::uint64_t row = offset & noRow;
  return table < tableCount && row != noRow ? std::optional{RowPlace{table, static_cast<std::int64_t>(row)}}
                                            : std::nullopt;
}

}  // namespace kernline::sqlite
