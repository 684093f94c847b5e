// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nvrtc.h>

#include <string>

namespace kernline::recorder {

/// NVRTC, found when it is needed: only a kernel of one's own is compiled.
struct NvrtcLibrary {
  decltype(nvrtcGetErrorString)* errorString = nullptr;
  decltype(nvrtcCreateProgram)* createProgram = nullptr;
  decltype(nvrtcDestroyProgram)* destroyProgram = nullptr;
  decltype(nvrtcGetProgramLogSize)* logSize = nullptr;
  decltype(nvrtcGetProgramLog)* log = nullptr;
  decltype(nvrtcGetCUBINSize)* codeSize = nullptr;
  decltype(nvrtcGetCUBIN)* code = nullptr;
  decltype(nvrtcAddNameExpression)* addName = nullptr;
  decltype(nvrtcGetLoweredName)* loweredName = nullptr;
  decltype(nvrtcCompileProgram)* compile = nullptr;

  std::string problem;  ///< cause and what to do, if there is none
};

/// The one of this process, loaded on the first call.
const NvrtcLibrary& findNvrtcLibrary();
/// Returns the library of this process like `findNvrtcLibrary`. Throws a Failure with exit code 3 if there is none.
const NvrtcLibrary& nvrtcLibrary();

}  // namespace kernline::recorder
