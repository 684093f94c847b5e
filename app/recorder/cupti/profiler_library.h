// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#if __has_include(<cupti_pmsampling.h>) && __has_include(<cupti_range_profiler.h>)
#define KERNLINE_HAVE_PM_SAMPLING 1
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

namespace kernline::recorder {

/// The part of CUPTI that counts what the hardware does (CUDA 12.6 and newer), of the copy that cuptiLibrary() has.
struct ProfilerLibrary {
  decltype(cuptiProfilerInitialize)* initialize = nullptr;
  decltype(cuptiDeviceGetChipName)* chipName = nullptr;
  decltype(cuptiProfilerHostInitialize)* hostInitialize = nullptr;
  decltype(cuptiProfilerHostDeinitialize)* hostDeinitialize = nullptr;
  decltype(cuptiProfilerHostConfigAddMetrics)* addMetrics = nullptr;
  decltype(cuptiProfilerHostGetConfigImageSize)* configImageSize = nullptr;
  decltype(cuptiProfilerHostGetConfigImage)* configImage = nullptr;
  decltype(cuptiProfilerHostGetNumOfPasses)* passes = nullptr;
  decltype(cuptiProfilerHostEvaluateToGpuValues)* evaluate = nullptr;
  decltype(cuptiProfilerHostGetBaseMetrics)* baseMetrics = nullptr;
  decltype(cuptiPmSamplingGetCounterAvailability)* availability = nullptr;
  decltype(cuptiPmSamplingEnable)* enable = nullptr;
  decltype(cuptiPmSamplingDisable)* disable = nullptr;
  decltype(cuptiPmSamplingSetConfig)* setConfig = nullptr;
  decltype(cuptiPmSamplingStart)* start = nullptr;
  decltype(cuptiPmSamplingStop)* stop = nullptr;
  decltype(cuptiPmSamplingDecodeData)* decode = nullptr;
  decltype(cuptiPmSamplingGetCounterDataSize)* counterDataSize = nullptr;
  decltype(cuptiPmSamplingCounterDataImageInitialize)* initializeCounterData = nullptr;
  decltype(cuptiPmSamplingGetCounterDataInfo)* counterDataInfo = nullptr;
  decltype(cuptiPmSamplingCounterDataGetSampleInfo)* sampleInfo = nullptr;
  decltype(cuptiRangeProfilerEnable)* enableRanges = nullptr;
  decltype(cuptiRangeProfilerDisable)* disableRanges = nullptr;
  decltype(cuptiRangeProfilerSetConfig)* configureRanges = nullptr;
  decltype(cuptiRangeProfilerStart)* startRanges = nullptr;
  decltype(cuptiRangeProfilerStop)* stopRanges = nullptr;
  decltype(cuptiRangeProfilerPushRange)* pushRange = nullptr;
  decltype(cuptiRangeProfilerPopRange)* popRange = nullptr;
  decltype(cuptiRangeProfilerDecodeData)* decodeRanges = nullptr;
  decltype(cuptiRangeProfilerGetCounterDataSize)* rangeDataSize = nullptr;
  decltype(cuptiRangeProfilerCounterDataImageInitialize)* initializeRangeData = nullptr;
  decltype(cuptiRangeProfilerGetCounterDataInfo)* rangeDataInfo = nullptr;
  decltype(cuptiRangeProfilerCounterDataGetRangeInfo)* rangeInfo = nullptr;

  [[nodiscard]] bool isAvailable() const {
    return initialize != nullptr && evaluate != nullptr && sampleInfo != nullptr;
  }
  /// An early CUPTI of 12.6 may lack the ranges.
  [[nodiscard]] bool hasRanges() const { return isAvailable() && rangeInfo != nullptr; }
};

/// The one of this process, loaded on the first call.
const ProfilerLibrary& profilerLibrary();

}  // namespace kernline::recorder
#endif
