// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/family_coverage.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <functional>

namespace kernline {

namespace {}  // namespace

std::vector<KernelsOfName> kernelsByName(const Trace& trace, const std::stop_token& stop) {
  std::vector<std::uint32_t> place(trace.strings().size(), 0);  // position in `all`, from 1
  std::vector<KernelsOfName> all;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (i % spansBetweenStops == 0 && stop.stop_requested()) {
      return {};
    }
    if (trace.kinds()[i] != SpanKind::Kernel) {
      continue;
    }
    std::uint32_t& at = place[index(trace.names()[i])];
    if (at == 0) {
      all.emplace_back().name = trace.names()[i];
      at = static_cast<std::uint32_t>(all.size());
    }
    all[at - 1].count += 1;
    all[at - 1].total += trace.durations()[i];
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &KernelsOfName::total);
  return all;
}

std::vector<FamilyCoverage> familyCoverage(const Trace& trace, const std::vector<KernelsOfName>& kernels,
                                           const FamilyRules& rules, const std::stop_token& stop) {
  std::vector<FamilyCoverage> catches(rules.rules().size() + 1);
  for (const KernelsOfName& kernel : kernels) {
    if (stop.stop_requested()) {
      break;
    }
    FamilyCoverage& caught = catches[std::min(rules.ruleFor(trace.text(kernel.name)), rules.rules().size())];
    caught.names.push_back(kernel.name);
    caught.count += kernel.count;
    caught.total += kernel.total;
  }
  return catches;
}

}  // namespace kernline
