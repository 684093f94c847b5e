// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/pinned_copy.h"

#include "core/model/trace/arg_number.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

std::optional<Duration> pinnedCopyTime(const Trace& trace, SpanId copy) {
  constexpr double bytesPerNs = 50;
  constexpr double bytesPerNsBefore = 25;
  constexpr std::uint32_t hopper = 9;
  constexpr std::array<std::string_view, 1> keys{"bytes"};
  const ArgNode args = trace.args(copy, keys);
  const std::optional<double> count = numberOf(args.find("bytes"));
  if (!count) {
    return std::nullopt;
  }
  const bool isFast = !trace.devices().empty() && trace.devices().front().computeMajor >= hopper;
  return Duration{std::llround(*count / (isFast ? bytesPerNs : bytesPerNsBefore))};
}

}  // namespace kernline
