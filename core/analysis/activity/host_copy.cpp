// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/host_copy.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kernline {

bool isHostCopy(const Trace& trace, SpanId activity) {
  if (trace.kind(activity) != SpanKind::Memcpy) {
    return false;
  }
  constexpr std::array<std::string_view, 4> ways{"HtoD", "DtoH", "HostToDevice", "DeviceToHost"};
  const std::string_view name = trace.nameText(activity);
  return std::ranges::any_of(ways, [&](std::string_view way) { return name.contains(way); });
}

}  // namespace kernline
