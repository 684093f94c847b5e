// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_work.h"

#include "core/format/tensor_core.h"

#include <algorithm>

namespace kernline {

namespace {

/// What a name tells, found once a name.
class NamedKernels {
 public:
  struct Facts {
    KernelFamily family = KernelFamily::Other;
    bool isKnown = false;
    bool usesTensorCores = false;
  };

  explicit NamedKernels(const Trace& trace) : m_trace(trace), m_known(trace.strings().size()) {}

  const Facts& operator[](StringId name) {
    Facts& facts = m_known[index(name)];
    if (!facts.isKnown) {
      facts = {.family = kernelFamily(m_trace.text(name)),
               .isKnown = true,
               .usesTensorCores = namesTensorCores(m_trace.text(name))};
    }
    return facts;
  }

 private:
  const Trace& m_trace;
  std::vector<Facts> m_known;
};

double perSecond(std::uint64_t count, TimeRange range) {
  constexpr double second = 1e9;
  return range.isEmpty() ? 0 : static_cast<double>(count) / static_cast<double>(range.length().ns) * second;
}

TimeRange extentOf(const Trace& trace, const std::vector<SpanId>& work) {
  if (work.empty()) {
    return {};
  }
  TimeRange extent = trace.range(work.front());
  for (const SpanId span : work) {
    extent = extent.unitedWith(trace.range(span));
  }
  return extent;
}

void keepLonger(const Trace& trace, SpanId& longest, SpanId span) {
  if (longest == SpanId::none || trace.duration(span) > trace.duration(longest)) {
    longest = span;
  }
}

}  // namespace

double KernelWork::tensorCoreShare() const {
  return total.ns > 0 ? static_cast<double>(tensorCore.ns) / static_cast<double>(total.ns) : 0;
}
double KernelWork::kernelsPerSecond() const {
  return perSecond(kernels, range);
}
double KernelWork::launchesPerSecond() const {
  return perSecond(launchCalls, range);
}

KernelWork kernelWork(const Trace& trace, const DeviceRows& device, std::optional<TimeRange> range) {
  const std::vector<SpanId> work = workByStart(trace, device);
  KernelWork result;
  result.range = range.value_or(extentOf(trace, work));
  NamedKernels names{trace};
  std::array<FamilyTime, kernelFamilyCount> families{};
  std::vector<SpanId> calls;
  for (const SpanId span : work) {
    const SpanId call = trace.launchOf(span);
    if (call != SpanId::none && (!range || range->contains(trace.start(call)))) {
      calls.push_back(call);
    }
    const TimeRange inside = trace.range(span).clippedTo(result.range);
    const bool startsInside = !range || range->contains(trace.start(span));
    if (trace.kind(span) != SpanKind::Kernel || (inside.isEmpty() && !startsInside)) {
      continue;
    }
    const Duration length{std::max<std::int64_t>(inside.length().ns, 0)};
    const NamedKernels::Facts& facts = names[trace.name(span)];
    FamilyTime& family = families[static_cast<std::size_t>(facts.family)];
    family.total += length;
    family.count += startsInside ? 1 : 0;
    keepLonger(trace, family.longest, span);
    keepLonger(trace, result.longest, span);
    result.total += length;
    result.kernels += startsInside ? 1 : 0;
    if (facts.usesTensorCores) {
      result.tensorCore += length;
      result.tensorCoreKernels += startsInside ? 1 : 0;
      keepLonger(trace, result.longestTensorCore, span);
    }
  }
  std::ranges::sort(calls);
  const auto repeated = std::ranges::unique(calls);
  result.launchCalls = static_cast<std::uint64_t>(repeated.begin() - calls.begin());
  for (std::size_t f = 0; f < families.size(); ++f) {
    if (families[f].longest != SpanId::none) {
      families[f].family = static_cast<KernelFamily>(f);
      result.families.push_back(families[f]);
    }
  }
  std::ranges::stable_sort(result.families, std::ranges::greater{}, &FamilyTime::total);
  return result;
}

}  // namespace kernline
