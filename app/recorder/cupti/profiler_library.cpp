// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/profiler_library.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/shared_library.h"

namespace kernline::recorder {

namespace {

ProfilerLibrary loadProfiler() {
  ProfilerLibrary profiler;
  const CuptiLibrary& cupti = cuptiLibrary();
  if (!cupti.isAvailable()) {
    return profiler;
  }
  const SharedLibrary library(::dlopen(cupti.path.c_str(), RTLD_NOW | RTLD_NOLOAD));
  library.find(profiler.initialize, "cuptiProfilerInitialize");
  library.find(profiler.chipName, "cuptiDeviceGetChipName");
  library.find(profiler.hostInitialize, "cuptiProfilerHostInitialize");
  library.find(profiler.hostDeinitialize, "cuptiProfilerHostDeinitialize");
  library.find(profiler.addMetrics, "cuptiProfilerHostConfigAddMetrics");
  library.find(profiler.configImageSize, "cuptiProfilerHostGetConfigImageSize");
  library.find(profiler.configImage, "cuptiProfilerHostGetConfigImage");
  library.find(profiler.passes, "cuptiProfilerHostGetNumOfPasses");
  library.find(profiler.evaluate, "cuptiProfilerHostEvaluateToGpuValues");
  library.find(profiler.baseMetrics, "cuptiProfilerHostGetBaseMetrics");
  library.find(profiler.availability, "cuptiPmSamplingGetCounterAvailability");
  library.find(profiler.enable, "cuptiPmSamplingEnable");
  library.find(profiler.disable, "cuptiPmSamplingDisable");
  library.find(profiler.setConfig, "cuptiPmSamplingSetConfig");
  library.find(profiler.start, "cuptiPmSamplingStart");
  library.find(profiler.stop, "cuptiPmSamplingStop");
  library.find(profiler.decode, "cuptiPmSamplingDecodeData");
  library.find(profiler.counterDataSize, "cuptiPmSamplingGetCounterDataSize");
  library.find(profiler.initializeCounterData, "cuptiPmSamplingCounterDataImageInitialize");
  library.find(profiler.counterDataInfo, "cuptiPmSamplingGetCounterDataInfo");
  library.find(profiler.sampleInfo, "cuptiPmSamplingCounterDataGetSampleInfo");
  library.find(profiler.enableRanges, "cuptiRangeProfilerEnable");
  library.find(profiler.disableRanges, "cuptiRangeProfilerDisable");
  library.find(profiler.configureRanges, "cuptiRangeProfilerSetConfig");
  library.find(profiler.startRanges, "cuptiRangeProfilerStart");
  library.find(profiler.stopRanges, "cuptiRangeProfilerStop");
  library.find(profiler.pushRange, "cuptiRangeProfilerPushRange");
  library.find(profiler.popRange, "cuptiRangeProfilerPopRange");
  library.find(profiler.decodeRanges, "cuptiRangeProfilerDecodeData");
  library.find(profiler.rangeDataSize, "cuptiRangeProfilerGetCounterDataSize");
  library.find(profiler.initializeRangeData, "cuptiRangeProfilerCounterDataImageInitialize");
  library.find(profiler.rangeDataInfo, "cuptiRangeProfilerGetCounterDataInfo");
  library.find(profiler.rangeInfo, "cuptiRangeProfilerCounterDataGetRangeInfo");
  return profiler;
}

}  // namespace

const ProfilerLibrary& profilerLibrary() {
  static const ProfilerLibrary library = loadProfiler();
  return library;
}

}  // namespace kernline::recorder

#endif
