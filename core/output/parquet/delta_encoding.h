// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace kernline::parquet {

/// The sizes into which `appendDeltas` cuts its output.
inline constexpr std::size_t deltaBlock = 128;
inline constexpr std::size_t deltaPartsOfBlock = 4;
inline constexpr std::size_t deltaPart = deltaBlock / deltaPartsOfBlock;

/// Appends numbers as Parquet's DELTA_BINARY_PACKED (Encodings.md of apache/parquet-format, 5): the first one, then how
/// far each is from the one before it, in as many bits as 32 of them need.
void appendDeltas(std::string& bytes, std::span<const std::int64_t> numbers);

}  // namespace kernline::parquet
