// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/counter_plan.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/profiler_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::recorder {

namespace {

std::string namesOf(const std::vector<CounterMetric>& metrics) {
  std::vector<std::string> names;
  std::ranges::transform(metrics, std::back_inserter(names), &CounterMetric::metric);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

CounterPlan::CounterPlan(ProfilerHost host, std::vector<CounterMetric> metrics, std::vector<CounterMetric> leftOut)
    : m_host(std::move(host)), m_metrics(std::move(metrics)), m_leftOut(std::move(leftOut)) {
  for (const CounterMetric& metric : m_metrics) {
    m_names.push_back(metric.metric.c_str());
  }
}

std::expected<CounterPlan, std::string> CounterPlan::make(const std::string& chip,
                                                          std::span<const std::uint8_t> availability,
                                                          std::vector<CounterMetric> metrics) {
  if (!profilerLibrary().isAvailable()) {
    return std::unexpected(
        cuptiLibrary().isAvailable()
            ? "counters over time need the CUPTI of CUDA 12.6 or newer; set KERNLINE_CUPTI to its path"
            : cuptiLibrary().problem);
  }
  // One that the chip has not spoils a whole configuration, so each is tried by itself first.
  const auto isMissing = [&](const CounterMetric& metric) {
    ProfilerHost host(CUPTI_PROFILER_TYPE_PM_SAMPLING, chip, availability);
    const char* name = metric.metric.c_str();
    return !host.isUsable() || !host.add({&name, 1});
  };
  ProfilerHost host(CUPTI_PROFILER_TYPE_PM_SAMPLING, chip, availability);
  if (!host.isUsable()) {
    return std::unexpected(fmt::format("this CUPTI cannot count over time on a {}", chip));
  }
  std::vector<CounterMetric> leftOut;
  std::ranges::copy_if(metrics, std::back_inserter(leftOut), isMissing);
  std::erase_if(metrics, [&](const CounterMetric& metric) {
    return std::ranges::find(leftOut, metric.metric, &CounterMetric::metric) != leftOut.end();
  });
  if (metrics.empty()) {
    return std::unexpected(fmt::format("a {} has none of these counters: {}", chip, namesOf(leftOut)));
  }
  CounterPlan plan(std::move(host), std::move(metrics), std::move(leftOut));
  const std::size_t passes = plan.m_host.add(plan.m_names) ? plan.m_host.configure() : 0;
  if (passes != 1) {
    return std::unexpected(passes == 0 ? fmt::format("CUPTI cannot plan these counters: {}", namesOf(plan.m_metrics))
                                       : fmt::format("these counters need {} passes on a {}, and what runs once has "
                                                     "one; choose fewer",
                                                     passes, chip));
  }
  return plan;
}

}  // namespace kernline::recorder

#endif
