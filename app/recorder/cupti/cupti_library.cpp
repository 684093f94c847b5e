// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/cupti_library.h"

#include "app/recorder/cupti/shared_library.h"

#include <fmt/format.h>
#include <link.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace kernline::recorder {

namespace {

constexpr std::array libraryNames{"libcupti.so.13", "libcupti.so.12"};

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

/// Where toolkits put it, the one that this program was built with last.
std::vector<std::string> folders() {
  std::vector<std::string> all;
  const auto addToolkit = [&](const std::string& toolkit) {
    all.push_back(toolkit + "/extras/CUPTI/lib64");
    all.push_back(toolkit + "/lib64");
    all.push_back(toolkit + "/targets/x86_64-linux/lib");
    all.push_back(toolkit + "/lib");
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') {
      addToolkit(value);
    }
  }
  addToolkit("/usr/local/cuda");
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/local", error)) {
    if (entry.path().filename().string().starts_with("cuda-")) {
      addToolkit(entry.path().string());
    }
  }
  all.emplace_back(KERNLINE_CUPTI_FOLDER);
  return all;
}

void* openCopy() {
  if (void* loaded = loadedCopy()) {
    return loaded;
  }
  if (const char* path = std::getenv("KERNLINE_CUPTI"); path != nullptr && *path != '\0') {
    return ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  for (const char* name : libraryNames) {
    if (void* found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      return found;
    }
  }
  for (const std::string& folder : folders()) {
    for (const char* name : libraryNames) {
      const std::string path = folder + "/" + name;
      if (void* found = std::filesystem::exists(path) ? ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr) {
        return found;
      }
    }
  }
  return nullptr;
}

CuptiLibrary load() {
  CuptiLibrary cupti;
  const SharedLibrary library(openCopy());
  if (!library.isLoaded()) {
    cupti.problem =
        "CUPTI (libcupti.so) was not found; install the CUDA toolkit's cuda-cupti package, or name the library in "
        "KERNLINE_CUPTI";
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
  if (!cupti.isThere()) {
    cupti.problem = fmt::format("the CUPTI at \"{}\" is older than that of CUDA 12.4", cupti.path);
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
  static const CuptiLibrary library = load();
  return library;
}

}  // namespace kernline::recorder
