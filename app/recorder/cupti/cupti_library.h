// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <cstdint>
#include <string>

namespace kernline::recorder {

/// CUPTI, found when it is needed. A copy that the program has loaded already (PyTorch brings its own) is the one to
/// use: two in one process do not see each other and both record wrongly. The last group may be missing: it is newer
/// than CUDA 12.4 or not everywhere.
struct CuptiLibrary {
  decltype(cuptiGetVersion)* getVersion = nullptr;
  decltype(cuptiGetResultString)* getResultString = nullptr;
  decltype(cuptiSubscribe)* subscribe = nullptr;
  decltype(cuptiUnsubscribe)* unsubscribe = nullptr;
  decltype(cuptiEnableCallback)* enableCallback = nullptr;
  decltype(cuptiGetCallbackName)* getCallbackName = nullptr;
  decltype(cuptiActivityEnable)* enable = nullptr;
  decltype(cuptiActivityDisable)* disable = nullptr;
  decltype(cuptiActivityRegisterCallbacks)* registerCallbacks = nullptr;
  decltype(cuptiActivityGetNextRecord)* getNextRecord = nullptr;
  decltype(cuptiActivityGetNumDroppedRecords)* getNumDroppedRecords = nullptr;
  decltype(cuptiActivityFlushAll)* flushAll = nullptr;
  decltype(cuptiActivityRegisterTimestampCallback)* registerTimestampCallback = nullptr;

  CUptiResult (*setThreadIdType)(CUpti_ActivityThreadIdType) = nullptr;
  CUptiResult (*deviceSupported)(CUdevice, int*) = nullptr;
  CUptiResult (*enableDriverApi)(CUpti_CallbackId, std::uint8_t) = nullptr;
  CUptiResult (*enableRuntimeApi)(CUpti_CallbackId, std::uint8_t) = nullptr;
  CUptiResult (*enableAllSyncRecords)(std::uint8_t) = nullptr;
  int (*initializeNvtx)(void* getExportTable) = nullptr;

  std::string path;     ///< path of the copy in use
  std::string problem;  ///< a sentence, if there is none

  [[nodiscard]] bool isAvailable() const { return registerTimestampCallback != nullptr; }
  [[nodiscard]] std::string errorText(CUptiResult result) const;
};

/// The one of this process, loaded on the first call.
const CuptiLibrary& cuptiLibrary();

}  // namespace kernline::recorder
