// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace kernline::parquet {

/// Returns how many bits numbers up to `maximum` take.
[[nodiscard]] unsigned bitWidth(std::uint32_t maximum);

/// Appends small numbers of `bits` bits each in Parquet's hybrid of runs and packed bits (Encodings.md of
/// apache/parquet-format, RLE = 3): runs of one value where it repeats, groups of eight side by side elsewhere.
void appendRuns(std::string& bytes, std::span<const std::uint32_t> numbers, unsigned bits);
/// Appends one value `length` times.
void appendRun(std::string& bytes, std::size_t length, std::uint32_t value, unsigned bits);

}  // namespace kernline::parquet
