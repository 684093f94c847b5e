// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/pc_sampling_library.h"

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/shared_library.h"

#include <dlfcn.h>

namespace kernline::recorder {

namespace {

PcSamplingLibrary loadPcSampling() {
  PcSamplingLibrary sampling;
  const CuptiLibrary& cupti = cuptiLibrary();
  if (!cupti.isAvailable()) {
    return sampling;
  }
  const SharedLibrary library(::dlopen(cupti.path.c_str(), RTLD_NOW | RTLD_NOLOAD));
  library.find(sampling.configure, "cuptiPCSamplingSetConfigurationAttribute");
  library.find(sampling.getData, "cuptiPCSamplingGetData");
  library.find(sampling.enable, "cuptiPCSamplingEnable");
  library.find(sampling.disable, "cuptiPCSamplingDisable");
  library.find(sampling.reasonCount, "cuptiPCSamplingGetNumStallReasons");
  library.find(sampling.reasons, "cuptiPCSamplingGetStallReasons");
  library.find(sampling.sourceLine, "cuptiGetSassToSourceCorrelation");
  library.find(sampling.cubinCrc, "cuptiGetCubinCrc");
  return sampling;
}

}  // namespace

const PcSamplingLibrary& pcSamplingLibrary() {
  static const PcSamplingLibrary library = loadPcSampling();
  return library;
}

}  // namespace kernline::recorder
