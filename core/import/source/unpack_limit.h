// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace kernline {

// A few megabytes that unpack to many gigabytes are a mistake or a trap: real profiles unpack to 10 to 60 times their
// size.

/// Text that may come out of any file, and of any member of an archive that is packed once more.
inline constexpr std::uint64_t usualUnpackedBytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t usualUnpackedMember = std::uint64_t{4} << 20;
/// Text for each stored byte, beyond that.
inline constexpr std::uint64_t maxTimesUnpacked = 100;

/// Whether this much text is more than anyone packs into this many stored bytes; `usual` is not.
[[nodiscard]] constexpr bool isBlownUp(std::uint64_t text, std::uint64_t stored, std::uint64_t usual) {
  return text > usual && text / maxTimesUnpacked > stored;
}

/// Explains why the text ends there.
[[nodiscard]] inline std::string blownUpText(std::uint64_t text, std::uint64_t stored) {
  return fmt::format(
      "{} of packed bytes are {} of text, more than {} times as much; the rest is not read. To read it "
      "all, unpack the file first",
      formatBytes(static_cast<std::int64_t>(stored)), formatBytes(static_cast<std::int64_t>(text)), maxTimesUnpacked);
}

}  // namespace kernline
