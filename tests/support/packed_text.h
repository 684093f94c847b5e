// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

/// `text` behind one libarchive filter: "gzip", "zstd", "xz", "bzip2", "lz4".
[[nodiscard]] std::string compressed(std::string_view text, const std::string& filter);

using Members = std::vector<std::pair<std::string, std::string>>;

/// An archive in memory; `format` is "zip" or "ustar".
[[nodiscard]] std::string archived(const Members& members, const std::string& format);

/// UTF-8 as UTF-16 or UTF-32 (`unitBytes` 2 or 4), without a mark.
[[nodiscard]] std::string widened(std::u32string_view text, int unitBytes, bool isBigEndian);

/// About `bytes` of JSON that looks like a trace and compresses like one; the same for the same seed.
[[nodiscard]] std::string traceLikeText(std::size_t bytes, std::uint32_t seed = 1);

/// All text of an input, mapped or streamed; streamed in pieces of `pieceBytes`.
[[nodiscard]] std::string readAll(Input& input, std::size_t pieceBytes = 100'000);

}  // namespace kernline::test
