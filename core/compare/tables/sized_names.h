// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/column_split.h"
#include "core/compare/tables/name_words.h"

#include <limits>
#include <string>
#include <vector>

namespace kernline {

/// A size in the name of a column: 8 of "bs8_lat_ms".
struct ColumnSize {
  std::string of;                                            ///< "bs"; empty if not in the name
  std::string text;                                          ///< "8", "1024x1024"
  double number = std::numeric_limits<double>::quiet_NaN();  ///< value of a size that is one number; else NaN
};

/// A name without the sizes in it.
struct SizedName {
  std::string rest;  ///< "lat_ms"; the name of its quantity if only units are left
  std::vector<ColumnSize> sizes;
};

/// Finds the columns of one quantity and unit whose names differ in sizes alone: "bs1_lat_ms" and "bs8_lat_ms",
/// "fwd_1024" and "fwd_4096", "64" and "128", "N=64 (ms)" and "N=128 (ms)". All others come back as they are, without
/// sizes. Types are sizes as well: "fp16_ms" and "bf16_ms". Numbers that count ("loss_1", "loss_2") and figures ("p99",
/// "top_5") are none.
[[nodiscard]] std::vector<SizedName> sizesInNames(const std::vector<MeasuredColumn>& columns);

}  // namespace kernline
