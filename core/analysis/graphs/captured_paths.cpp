// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graphs/captured_paths.h"

#include <algorithm>

namespace kernline {

CapturedPaths::CapturedPaths(const Trace& trace, const GraphJoin& join) : m_join(join) {
  for (const CapturedBy& by : join.joined()) {
    if (by.source != 0) {
      continue;
    }
    const auto [path, isNew] = m_ofLaunch.try_emplace(by.launch);
    const Time begin = trace.start(by.begin);
    for (SpanId around = by.launch; isNew && around != SpanId::none && trace.start(around) >= begin;
         around = trace.parent(around)) {
      path->second.push_back(around);
    }
    if (isNew) {
      std::ranges::reverse(path->second);
    }
  }
}

std::span<const SpanId> CapturedPaths::of(SpanId activity) const {
  const CapturedBy by = m_join.of(activity);
  const auto path = by.source == 0 ? m_ofLaunch.find(by.launch) : m_ofLaunch.end();
  return path == m_ofLaunch.end() ? std::span<const SpanId>{} : std::span<const SpanId>{path->second};
}

}  // namespace kernline
