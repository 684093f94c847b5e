// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>
#include <cupti_pcsampling.h>

namespace kernline::recorder {

/// The part of CUPTI that samples program counters, of the copy that cuptiLibrary() has.
struct PcSamplingLibrary {
  decltype(cuptiPCSamplingSetConfigurationAttribute)* configure = nullptr;
  decltype(cuptiPCSamplingGetData)* getData = nullptr;
  decltype(cuptiPCSamplingEnable)* enable = nullptr;
  decltype(cuptiPCSamplingDisable)* disable = nullptr;
  decltype(cuptiPCSamplingGetNumStallReasons)* reasonCount = nullptr;
  decltype(cuptiPCSamplingGetStallReasons)* reasons = nullptr;
  decltype(cuptiGetSassToSourceCorrelation)* sourceLine = nullptr;
  decltype(cuptiGetCubinCrc)* cubinCrc = nullptr;

  [[nodiscard]] bool isAvailable() const { return configure != nullptr && cubinCrc != nullptr; }
};

/// The one of this process, loaded on the first call.
const PcSamplingLibrary& pcSamplingLibrary();

}  // namespace kernline::recorder
