// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <isa-l/crc.h>

#include <cstdint>
#include <string_view>

namespace kernline::parquet {

/// The sum in the header of a page: parquet.thrift's crc, that of gzip over the packed bytes.
[[nodiscard]] inline std::int32_t pageSum(std::string_view packed) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(packed.data());
  return static_cast<std::int32_t>(crc32_gzip_refl(0, bytes, packed.size()));
}

}  // namespace kernline::parquet
