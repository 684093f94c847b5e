// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/kernel_summary.h"

#include "core/model/names/family_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

/// Sums by name; looks at each name once.
class NamedKernels {
 public:
  explicit NamedKernels(const Trace& trace) : m_trace(trace), m_place(trace.strings().size(), 0) {}

  NamedTime& operator[](StringId name) {
    std::uint32_t& place = m_place[index(name)];
    if (place == 0) {
      NamedTime& added = m_names.emplace_back();
      added.name = name;
      added.family = kernelFamily(m_trace.text(name));
      added.tensorCores = tensorCoreUse(m_trace.text(name));
      place = static_cast<std::uint32_t>(m_names.size());
    }
    return m_names[place - 1];
  }
  [[nodiscard]] std::vector<NamedTime> take() { return std::move(m_names); }

 private:
  const Trace& m_trace;
  std::vector<std::uint32_t> m_place;  // position in m_names, from 1
  std::vector<NamedTime> m_names;
};

double shareOfTotal(Duration part, Duration total) {
  return total.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(total.ns) : 0;
}

double perSecond(std::uint64_t count, TimeRange range) {
  constexpr double second = 1e9;
  return range.isEmpty() ? 0 : static_cast<double>(count) / static_cast<double>(range.length().ns) * second;
}

TimeRange extentOf(const Trace& trace, const std::vector<SpanId>& activities) {
  if (activities.empty()) {
    return {};
  }
  TimeRange extent = trace.range(activities.front());
  for (const SpanId span : activities) {
    extent = extent.unitedWith(trace.range(span));
  }
  return extent;
}

void keepLonger(const Trace& trace, SpanId& longest, SpanId span) {
  if (longest == SpanId::none || trace.duration(span) > trace.duration(longest)) {
    longest = span;
  }
}

/// Families and tensor cores follow from names.
void sumUp(const Trace& trace, KernelSummary& summary) {
  std::vector<FamilyTime> families(knownFamilyCount());
  for (const NamedTime& named : summary.names) {
    FamilyTime& family = families[static_cast<std::size_t>(named.family)];
    family.family = named.family;
    family.total += named.total;
    family.count += named.count;
    keepLonger(trace, family.longest, named.longest);
    keepLonger(trace, summary.longest, named.longest);
    summary.total += named.total;
    summary.kernels += named.count;
    summary.tensorCoreUnknown += named.tensorCores == TensorCoreUse::Unknown ? named.total : Duration{};
    if (named.tensorCores == TensorCoreUse::Yes) {
      summary.tensorCore += named.total;
      keepLonger(trace, summary.longestTensorCoreKernel, named.longest);
    }
  }
  std::ranges::copy_if(families, std::back_inserter(summary.families),
                       [](const FamilyTime& family) { return family.longest != SpanId::none; });
  std::ranges::stable_sort(summary.families, std::ranges::greater{}, &FamilyTime::total);
  std::ranges::stable_sort(summary.names, std::ranges::greater{}, &NamedTime::total);
}

}  // namespace

std::optional<double> KernelSummary::tensorCoreShare() const {
  if (tensorCore.ns == 0 && tensorCoreUnknown.ns > 0) {
    return std::nullopt;
  }
  return shareOfTotal(tensorCore, total);
}
double KernelSummary::tensorCoreUnknownShare() const {
  return shareOfTotal(tensorCoreUnknown, total);
}
double KernelSummary::kernelsPerSecond() const {
  return perSecond(kernels, range);
}
double KernelSummary::launchesPerSecond() const {
  return perSecond(launchCalls, range);
}

KernelSummary kernelSummary(const Trace& trace, const DeviceTracks& device, std::optional<TimeRange> range) {
  const std::vector<SpanId> activities = activitiesByStart(trace, device);
  KernelSummary result;
  result.range = range.value_or(extentOf(trace, activities));
  NamedKernels names{trace};
  std::vector<SpanId> calls;
  for (const SpanId span : activities) {
    const SpanId call = trace.launchOf(span);
    if (call != SpanId::none && (!range || range->contains(trace.start(call)))) {
      calls.push_back(call);
    }
    const TimeRange inside = trace.range(span).clippedTo(result.range);
    const bool startsInside = !range || range->contains(trace.start(span));
    if (trace.kind(span) == SpanKind::Kernel && (!inside.isEmpty() || startsInside)) {
      NamedTime& named = names[trace.name(span)];
      named.total += Duration{std::max<std::int64_t>(inside.length().ns, 0)};
      named.count += startsInside ? 1 : 0;
      keepLonger(trace, named.longest, span);
    }
  }
  std::ranges::sort(calls);
  const auto repeated = std::ranges::unique(calls);
  result.launchCalls = static_cast<std::uint64_t>(repeated.begin() - calls.begin());
  result.names = names.take();
  sumUp(trace, result);
  return result;
}

}  // namespace kernline
