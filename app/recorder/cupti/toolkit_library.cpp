// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/toolkit_library.h"

#include <cstdlib>
#include <filesystem>

namespace kernline::recorder {

namespace {

/// Returns the folders where toolkits put it, the one of the build last.
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
  all.emplace_back(KERNLINE_TOOLKIT_FOLDER);
  return all;
}

}  // namespace

SharedLibrary openToolkitLibrary(const char* variable, const std::vector<std::string>& names) {
  if (const char* path = std::getenv(variable); path != nullptr && *path != '\0') {
    return SharedLibrary(::dlopen(path, RTLD_NOW | RTLD_LOCAL));
  }
  for (const std::string& name : names) {
    if (void* found = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      return SharedLibrary(found);
    }
  }
  for (const std::string& folder : folders()) {
    for (const std::string& name : names) {
      const std::filesystem::path path = std::filesystem::path(folder) / name;
      std::error_code error;
      void* found = std::filesystem::exists(path, error) ? ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
      if (found != nullptr) {
        return SharedLibrary(found);
      }
    }
  }
  return {};
}

}  // namespace kernline::recorder
