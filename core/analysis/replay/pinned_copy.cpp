// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/pinned_copy.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace kernline {

std::optional<Duration> pinnedCopyTime(const Trace& trace, SpanId copy) {
  constexpr double bytesPerNs = 50;
  constexpr double bytesPerNsBefore = 25;
  constexpr std::uint32_t hopper = 9;
  constexpr std::array<std::string_view, 1> keys{"bytes"};
  const ArgNode args = trace.args(copy, keys);
  const ArgNode* bytes = args.find("bytes");
  double count = 0;
  if (bytes == nullptr ||
      std::from_chars(bytes->text.data(), bytes->text.data() + bytes->text.size(), count).ec != std::errc{}) {
    return std::nullopt;
  }
  const bool isFast = !trace.devices().empty() && trace.devices().front().computeMajor >= hopper;
  return Duration{std::llround(count / (isFast ? bytesPerNs : bytesPerNsBefore))};
}

}  // namespace kernline
