// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/counter_plan.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/cupti_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::recorder {

namespace {

bool addMetrics(CUpti_Profiler_Host_Object* host, std::span<const char*> names) {
  CUpti_Profiler_Host_ConfigAddMetrics_Params added{};
  added.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE;
  added.pHostObject = host;
  added.ppMetricNames = names.data();
  added.numMetrics = names.size();
  return profilerLibrary().addMetrics(&added) == CUPTI_SUCCESS;
}

std::string namesOf(const std::vector<CounterMetric>& metrics) {
  std::vector<std::string> names;
  std::ranges::transform(metrics, std::back_inserter(names), &CounterMetric::metric);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void CounterPlan::HostObject::operator()(CUpti_Profiler_Host_Object* object) const {
  CUpti_Profiler_Host_Deinitialize_Params ended{};
  ended.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE;
  ended.pHostObject = object;
  profilerLibrary().hostDeinitialize(&ended);
}

CounterPlan::Host CounterPlan::makeHost(const std::string& chip, std::span<const std::uint8_t> availability) {
  CUpti_Profiler_Host_Initialize_Params made{};
  made.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
  made.profilerType = CUPTI_PROFILER_TYPE_PM_SAMPLING;
  made.pChipName = chip.c_str();
  made.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
  return Host(profilerLibrary().hostInitialize(&made) == CUPTI_SUCCESS ? made.pHostObject : nullptr);
}

CounterPlan::CounterPlan(Host host, std::vector<CounterMetric> metrics, std::vector<CounterMetric> leftOut)
    : m_host(std::move(host)), m_metrics(std::move(metrics)), m_leftOut(std::move(leftOut)) {
  for (const CounterMetric& metric : m_metrics) {
    m_names.push_back(metric.metric.c_str());
  }
}

std::size_t CounterPlan::configure() {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_Profiler_Host_GetConfigImageSize_Params size{};
  size.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE;
  size.pHostObject = m_host.get();
  if (!addMetrics(m_host.get(), m_names) || profiler.configImageSize(&size) != CUPTI_SUCCESS) {
    return 0;
  }
  m_configuration.resize(size.configImageSize);
  CUpti_Profiler_Host_GetConfigImage_Params image{};
  image.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE;
  image.pHostObject = m_host.get();
  image.configImageSize = m_configuration.size();
  image.pConfigImage = m_configuration.data();
  CUpti_Profiler_Host_GetNumOfPasses_Params passes{};
  passes.structSize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE;
  passes.configImageSize = m_configuration.size();
  passes.pConfigImage = m_configuration.data();
  const bool isDone = profiler.configImage(&image) == CUPTI_SUCCESS && profiler.passes(&passes) == CUPTI_SUCCESS;
  return isDone ? passes.numOfPasses : 0;
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
    const Host host = makeHost(chip, availability);
    const char* name = metric.metric.c_str();
    return host == nullptr || !addMetrics(host.get(), {&name, 1});
  };
  Host host = makeHost(chip, availability);
  if (host == nullptr) {
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
  const std::size_t passes = plan.configure();
  if (passes != 1) {
    return std::unexpected(passes == 0 ? fmt::format("CUPTI cannot plan these counters: {}", namesOf(plan.m_metrics))
                                       : fmt::format("these counters need {} passes on a {}, and what runs once has "
                                                     "one; choose fewer",
                                                     passes, chip));
  }
  return plan;
}

bool CounterPlan::evaluate(std::span<const std::uint8_t> counterData, std::size_t sample, std::span<double> values) {
  CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluated{};
  evaluated.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE;
  evaluated.pHostObject = m_host.get();
  evaluated.pCounterDataImage = counterData.data();
  evaluated.counterDataImageSize = counterData.size();
  evaluated.rangeIndex = sample;
  evaluated.ppMetricNames = m_names.data();
  evaluated.numMetrics = m_names.size();
  evaluated.pMetricValues = values.data();
  return profilerLibrary().evaluate(&evaluated) == CUPTI_SUCCESS;
}

}  // namespace kernline::recorder

#endif
