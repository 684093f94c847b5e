// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/cupti_library.h"

#include "app/recorder/cupti/toolkit_library.h"

#include <fmt/format.h>
#include <link.h>

#include <string_view>

namespace kernline::recorder {

namespace {

/// A copy that is in the process already, under whatever path.
void* loadedCopy() {
  std::string found;
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* result) {
        const std::string_view path(object->dlpi_name == nullptr ? "" : object->dlpi_name);
        const std::string_view file = path.substr(path.rfind('/') + 1);
        if (!file.starts_with("libcupti.so")) {
          return 0;
        }
        *static_cast<std::string*>(result) = path;
        return 1;
      },
      &found);
  return found.empty() ? nullptr : ::dlopen(found.c_str(), RTLD_NOW | RTLD_NOLOAD);
}

SharedLibrary openCopy() {
  if (void* loaded = loadedCopy()) {
    return SharedLibrary(loaded);
  }
  return openToolkitLibrary("KERNLINE_CUPTI", {"libcupti.so.13", "libcupti.so.12"});
}

CuptiLibrary loadCupti() {
  CuptiLibrary cupti;
  const SharedLibrary library = openCopy();
  if (!library.isLoaded()) {
    cupti.problem =
        "CUPTI (libcupti.so) not found; install the cuda-cupti package of the CUDA toolkit, or set KERNLINE_CUPTI to "
        "the path of libcupti.so";
    return cupti;
  }
  library.find(cupti.getVersion, "cuptiGetVersion");
  library.find(cupti.getResultString, "cuptiGetResultString");
  library.find(cupti.subscribe, "cuptiSubscribe");
  library.find(cupti.unsubscribe, "cuptiUnsubscribe");
  library.find(cupti.enableCallback, "cuptiEnableCallback");
  library.find(cupti.getCallbackName, "cuptiGetCallbackName");
  library.find(cupti.enable, "cuptiActivityEnable");
  library.find(cupti.disable, "cuptiActivityDisable");
  library.find(cupti.registerCallbacks, "cuptiActivityRegisterCallbacks");
  library.find(cupti.getNextRecord, "cuptiActivityGetNextRecord");
  library.find(cupti.getNumDroppedRecords, "cuptiActivityGetNumDroppedRecords");
  library.find(cupti.flushAll, "cuptiActivityFlushAll");
  library.find(cupti.registerTimestampCallback, "cuptiActivityRegisterTimestampCallback");
  library.find(cupti.setThreadIdType, "cuptiSetThreadIdType");
  library.find(cupti.deviceSupported, "cuptiDeviceSupported");
  library.find(cupti.enableDriverApi, "cuptiActivityEnableDriverApi");
  library.find(cupti.enableRuntimeApi, "cuptiActivityEnableRuntimeApi");
  library.find(cupti.enableAllSyncRecords, "cuptiActivityEnableAllSyncRecords");
  library.find(cupti.initializeNvtx, "InitializeInjectionNvtx2");
  Dl_info where{};
  if (::dladdr(reinterpret_cast<void*>(cupti.enable), &where) != 0 && where.dli_fname != nullptr) {
    cupti.path = where.dli_fname;
  }
  if (!cupti.isAvailable()) {
    cupti.problem = fmt::format("the CUPTI at \"{}\" is older than CUDA 12.4", cupti.path);
  }
  return cupti;
}

}  // namespace

std::string CuptiLibrary::errorText(CUptiResult result) const {
  const char* text = nullptr;
  if (getResultString != nullptr) {
    getResultString(result, &text);
  }
  return text == nullptr ? fmt::format("CUPTI error {}", static_cast<int>(result)) : text;
}

const CuptiLibrary& cuptiLibrary() {
  static const CuptiLibrary library = loadCupti();
  return library;
}

}  // namespace kernline::recorder
