// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/range_profiler.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/cupti_library.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace kernline::recorder {

RangeProfiler::RangeProfiler(CUcontext context, RangePlan& plan, std::size_t maxRanges, Ranges ranges)
    : m_plan(plan), m_ranges(ranges) {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_RangeProfiler_Enable_Params enabled{};
  enabled.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE;
  enabled.ctx = context;
  if (!worked(profiler.enableRanges(&enabled))) {
    return;
  }
  m_object = enabled.pRangeProfilerObject;
  CUpti_RangeProfiler_GetCounterDataSize_Params size{};
  size.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE;
  size.pRangeProfilerObject = m_object;
  size.pMetricNames = plan.metricNames().data();
  size.numMetrics = plan.metricNames().size();
  size.maxNumOfRanges = maxRanges;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(maxRanges);
  if (!worked(profiler.rangeDataSize(&size))) {
    return;
  }
  m_data.resize(size.counterDataSize);
  CUpti_RangeProfiler_CounterDataImage_Initialize_Params fresh{};
  fresh.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE;
  fresh.pRangeProfilerObject = m_object;
  fresh.counterDataSize = m_data.size();
  fresh.pCounterData = m_data.data();
  CUpti_RangeProfiler_SetConfig_Params set{};
  set.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE;
  set.pRangeProfilerObject = m_object;
  set.configSize = plan.configuration().size();
  set.pConfig = plan.configuration().data();
  set.counterDataImageSize = m_data.size();
  set.pCounterDataImage = m_data.data();
  set.range = ranges == Ranges::Pushed ? CUPTI_UserRange : CUPTI_AutoRange;
  set.replayMode = ranges == Ranges::Pushed ? CUPTI_UserReplay : CUPTI_KernelReplay;
  set.maxRangesPerPass = maxRanges;
  set.numNestingLevels = 1;
  set.minNestingLevel = 1;
  set.targetNestingLevel = 1;
  if (worked(profiler.initializeRangeData(&fresh))) {
    worked(profiler.configureRanges(&set));
  }
}

RangeProfiler::~RangeProfiler() {
  if (m_object != nullptr) {
    CUpti_RangeProfiler_Disable_Params disabled{};
    disabled.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE;
    disabled.pRangeProfilerObject = m_object;
    profilerLibrary().disableRanges(&disabled);
  }
}

bool RangeProfiler::worked(CUptiResult result) {
  if (result != CUPTI_SUCCESS && m_problem.empty()) {
    m_problem = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
                    ? "only an administrator may count here; see kernline record doctor"
                : result == CUPTI_ERROR_HARDWARE_BUSY || result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
                    ? "another profiler is counting on this GPU; end it first"
                    : fmt::format("CUPTI cannot count here: {}", cuptiLibrary().errorText(result));
  }
  return m_problem.empty();
}

bool RangeProfiler::start() {
  CUpti_RangeProfiler_Start_Params started{};
  started.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE;
  started.pRangeProfilerObject = m_object;
  return m_problem.empty() && worked(profilerLibrary().startRanges(&started));
}

bool RangeProfiler::push(std::size_t number) {
  const std::string name = fmt::format("{}", number);
  CUpti_RangeProfiler_PushRange_Params pushed{};
  pushed.structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE;
  pushed.pRangeProfilerObject = m_object;
  pushed.pRangeName = name.c_str();
  return m_problem.empty() && worked(profilerLibrary().pushRange(&pushed));
}

bool RangeProfiler::pop() {
  CUpti_RangeProfiler_PopRange_Params popped{};
  popped.structSize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE;
  popped.pRangeProfilerObject = m_object;
  return m_problem.empty() && worked(profilerLibrary().popRange(&popped));
}

bool RangeProfiler::stop() {
  CUpti_RangeProfiler_Stop_Params stopped{};
  stopped.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE;
  stopped.pRangeProfilerObject = m_object;
  const bool isGood = m_problem.empty() && worked(profilerLibrary().stopRanges(&stopped));
  m_isDone = m_isDone || !isGood || stopped.isAllPassSubmitted != 0 || m_ranges == Ranges::Kernels;
  return isGood;
}

std::vector<CountedRange> RangeProfiler::counted(std::size_t ranges) {
  const ProfilerLibrary& profiler = profilerLibrary();
  std::vector<CountedRange> all(ranges);
  CUpti_RangeProfiler_DecodeData_Params decoded{};
  decoded.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE;
  decoded.pRangeProfilerObject = m_object;
  CUpti_RangeProfiler_GetCounterDataInfo_Params info{};
  info.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE;
  info.pCounterDataImage = m_data.data();
  info.counterDataImageSize = m_data.size();
  if (!m_problem.empty() || !worked(profiler.decodeRanges(&decoded)) || !worked(profiler.rangeDataInfo(&info))) {
    return all;
  }
  for (std::size_t i = 0; i < info.numTotalRanges; ++i) {
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params range{};
    range.structSize = CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE;
    range.pCounterDataImage = m_data.data();
    range.counterDataImageSize = m_data.size();
    range.rangeIndex = i;
    range.rangeDelimiter = "/";
    if (profiler.rangeInfo(&range) != CUPTI_SUCCESS || range.rangeName == nullptr) {
      continue;
    }
    const std::string_view name(range.rangeName);
    std::size_t number = ranges;
    std::from_chars(name.data(), name.data() + name.size(), number);
    const std::vector<double> values = number < ranges ? m_plan.evaluate(m_data, i) : std::vector<double>();
    if (values.empty()) {
      continue;
    }
    // A range that CUPTI made is the kernel itself.
    all[number] = {
        .passes = m_plan.passes(), .nanoseconds = m_ranges == Ranges::Pushed ? values.back() : 0, .values = {}};
    for (std::size_t k = 0; k < m_plan.metrics().size(); ++k) {
      all[number].values.push_back({m_plan.metrics()[k], values[k]});
    }
  }
  return all;
}

}  // namespace kernline::recorder

#endif
