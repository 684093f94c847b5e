// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#if __has_include(<cupti_pmsampling.h>)
#define KERNLINE_HAVE_PM_SAMPLING 1
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
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

  [[nodiscard]] bool isAvailable() const {
    return initialize != nullptr && evaluate != nullptr && sampleInfo != nullptr;
  }
};

/// The one of this process, loaded on the first call.
const ProfilerLibrary& profilerLibrary();

}  // namespace kernline::recorder
#endif
