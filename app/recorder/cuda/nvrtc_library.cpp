// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/nvrtc_library.h"

#include <cuda.h>
#include <fmt/format.h>

#include "app/recorder/cupti/toolkit_library.h"
#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

namespace {

NvrtcLibrary loadNvrtc() {
  NvrtcLibrary nvrtc;
  const std::string own = fmt::format("libnvrtc.so.{}", CUDA_VERSION / 1000);
  const SharedLibrary library = openToolkitLibrary("KERNLINE_NVRTC", {own, "libnvrtc.so.13", "libnvrtc.so.12"});
  library.find(nvrtc.errorString, "nvrtcGetErrorString");
  library.find(nvrtc.createProgram, "nvrtcCreateProgram");
  library.find(nvrtc.destroyProgram, "nvrtcDestroyProgram");
  library.find(nvrtc.logSize, "nvrtcGetProgramLogSize");
  library.find(nvrtc.log, "nvrtcGetProgramLog");
  library.find(nvrtc.codeSize, "nvrtcGetCUBINSize");
  library.find(nvrtc.code, "nvrtcGetCUBIN");
  library.find(nvrtc.addName, "nvrtcAddNameExpression");
  library.find(nvrtc.loweredName, "nvrtcGetLoweredName");
  library.find(nvrtc.compile, "nvrtcCompileProgram");
  if (nvrtc.compile == nullptr) {
    nvrtc.problem = fmt::format(
        "NVRTC ({}) not found; to compile custom kernels, install the cuda-nvrtc package of the CUDA toolkit, or "
        "set KERNLINE_NVRTC to the path of the library",
        own);
  }
  return nvrtc;
}

}  // namespace

const NvrtcLibrary& findNvrtcLibrary() {
  static const NvrtcLibrary library = loadNvrtc();
  return library;
}

const NvrtcLibrary& nvrtcLibrary() {
  const NvrtcLibrary& library = findNvrtcLibrary();
  if (!library.problem.empty()) {
    throw Failure(ExitCode::noDevice, library.problem);
  }
  return library;
}

}  // namespace kernline::recorder
