// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline::logs {

/// Says whether a line can have no meaning by itself: most lines of a log are so, and many workers find them at once. A
/// quiet line is none of these: blank, ruler, heading, a part or head of a table, JSON, a measurement, a failure, a
/// file, a setting. All that it may become is the title of a table a few lines below.
enum class SkippableLine : std::uint8_t {
  None,                  ///< it must be read
  OutsideConfiguration,  ///< quiet, but for a setting below "Configuration:"
  Always,
};

/// Classifies a line without its prefixes. `marks` are those of `line`. In doubt, None.
[[nodiscard]] SkippableLine skippableLine(std::string_view line, std::uint16_t marks);

}  // namespace kernline::logs
