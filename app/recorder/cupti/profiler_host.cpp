// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/profiler_host.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/kept_counter_data.h"

namespace kernline::recorder {

void ProfilerHost::Ended::operator()(CUpti_Profiler_Host_Object* object) const {
  CUpti_Profiler_Host_Deinitialize_Params ended{};
  ended.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE;
  ended.pHostObject = object;
  profilerLibrary().hostDeinitialize(&ended);
}

ProfilerHost::ProfilerHost(CUpti_ProfilerType type, const std::string& chip, std::span<const std::uint8_t> availability)
    : m_type(type), m_chip(chip) {
  CUpti_Profiler_Host_Initialize_Params made{};
  made.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
  made.profilerType = type;
  made.pChipName = chip.c_str();
  made.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
  m_object.reset(profilerLibrary().hostInitialize(&made) == CUPTI_SUCCESS ? made.pHostObject : nullptr);
}

bool ProfilerHost::add(std::span<const char*> metrics) {
  CUpti_Profiler_Host_ConfigAddMetrics_Params added{};
  added.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE;
  added.pHostObject = m_object.get();
  added.ppMetricNames = metrics.data();
  added.numMetrics = metrics.size();
  return profilerLibrary().addMetrics(&added) == CUPTI_SUCCESS;
}

std::size_t ProfilerHost::configure() {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_Profiler_Host_GetConfigImageSize_Params size{};
  size.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE;
  size.pHostObject = m_object.get();
  if (profiler.configImageSize(&size) != CUPTI_SUCCESS) {
    return 0;
  }
  m_configuration.resize(size.configImageSize);
  CUpti_Profiler_Host_GetConfigImage_Params image{};
  image.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE;
  image.pHostObject = m_object.get();
  image.configImageSize = m_configuration.size();
  image.pConfigImage = m_configuration.data();
  CUpti_Profiler_Host_GetNumOfPasses_Params passes{};
  passes.structSize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE;
  passes.configImageSize = m_configuration.size();
  passes.pConfigImage = m_configuration.data();
  const bool isDone = profiler.configImage(&image) == CUPTI_SUCCESS && profiler.passes(&passes) == CUPTI_SUCCESS;
  return isDone ? passes.numOfPasses : 0;
}

bool ProfilerHost::evaluate(std::span<const std::uint8_t> counterData, std::size_t index,
                            std::span<const char*> metrics, std::span<double> values) {
  CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluated{};
  evaluated.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE;
  evaluated.pHostObject = m_object.get();
  evaluated.pCounterDataImage = counterData.data();
  evaluated.counterDataImageSize = counterData.size();
  evaluated.rangeIndex = index;
  evaluated.ppMetricNames = metrics.data();
  evaluated.numMetrics = metrics.size();
  evaluated.pMetricValues = values.data();
  const bool isGood = profilerLibrary().evaluate(&evaluated) == CUPTI_SUCCESS;
  if (isGood && counterDataFolder() != nullptr) {
    keepCounterData({.type = m_type,
                     .chip = m_chip,
                     .index = index,
                     .metrics = {metrics.begin(), metrics.end()},
                     .values = {values.begin(), values.end()},
                     .image = {counterData.begin(), counterData.end()}});
  }
  return isGood;
}

std::vector<std::string> ProfilerHost::baseMetrics() {
  std::vector<std::string> all;
  for (const CUpti_MetricType type :
       {CUPTI_METRIC_TYPE_COUNTER, CUPTI_METRIC_TYPE_RATIO, CUPTI_METRIC_TYPE_THROUGHPUT}) {
    CUpti_Profiler_Host_GetBaseMetrics_Params asked{};
    asked.structSize = CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE;
    asked.pHostObject = m_object.get();
    asked.metricType = type;
    if (profilerLibrary().baseMetrics != nullptr && profilerLibrary().baseMetrics(&asked) == CUPTI_SUCCESS) {
      all.insert(all.end(), asked.ppMetricNames, asked.ppMetricNames + asked.numMetrics);
    }
  }
  return all;
}

}  // namespace kernline::recorder

#endif
