// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/launch_links.h"

#include <algorithm>

namespace kernline {

LaunchLinks linkLaunches(const LinkCandidates& candidates) {
  LaunchLinks links;
  links.calls = IdTable(candidates.calls);
  links.byWork.reserve(candidates.works.size());
  for (const Correlated& work : candidates.works) {
    const SpanId call = links.calls.find(work.id);
    if (call == SpanId::none) {
      links.withoutLaunch.push_back(work.span);
    } else {
      links.byWork.push_back({call, work.span});
    }
  }
  links.byCall = links.byWork;
  std::ranges::sort(links.byCall, {}, [](const Launch& launch) { return std::pair{launch.call, launch.work}; });

  const IdTable ops(candidates.ops);
  links.opOf.reserve(candidates.operated.size());
  for (const Correlated& entry : candidates.operated) {
    const SpanId op = ops.find(entry.id);
    if (op != SpanId::none && op != entry.span) {
      links.opOf.emplace_back(entry.span, op);
    }
  }
  return links;
}

}  // namespace kernline
