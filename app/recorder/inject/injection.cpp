// SPDX-License-Identifier: Apache-2.0
// The two functions by which CUDA (CUDA_INJECTION64_PATH) and NVTX (NVTX_INJECTION64_PATH) let this library in.
#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/inject/session.h"
#include "app/recorder/io/recorded_environment.h"

#include <pthread.h>

#include <cstdlib>
#include <exception>
#include <mutex>

#define KERNLINE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using kernline::recorder::Session;

Session* session = nullptr;  // never deleted: the program's threads may call CUDA until the very end

void endSession() {
  try {
    session->end();  // once; a second call does nothing
  } catch (const std::exception&) {
    return;  // the program's end is none of ours
  }
}

/// What ends a program runs in reverse order, and CUPTI must not have been taken down before its records are out: so
/// this comes after CUPTI was loaded and begun.
void endWithProgram() {
  std::atexit(&endSession);
}

void leaveToParent() {
  if (session != nullptr) {
    session->abandon();
  }
}

void startSession() {
  try {
    session = Session::connect().release();
    if (session != nullptr) {
      ::pthread_atfork(nullptr, nullptr, &leaveToParent);
      kernline::recorder::cuptiLibrary();
      endWithProgram();
      session->begin(&endWithProgram);
    }
  } catch (const std::exception&) {
    return;  // the program goes on without being recorded
  }
}

}  // namespace

/// Called by CUDA when it is initialized.
KERNLINE_EXPORT int InitializeInjection() {
  static std::once_flag once;
  std::call_once(once, &startSession);
  return 1;
}

/// Called by NVTX before its first range. The ranges go to the CUPTI that records.
KERNLINE_EXPORT int InitializeInjectionNvtx2(void* getExportTable) {
  if (std::getenv(kernline::recorder::socketVariable) == nullptr) {
    return 0;
  }
  const auto& cupti = kernline::recorder::cuptiLibrary();
  return cupti.initializeNvtx == nullptr ? 0 : cupti.initializeNvtx(getExportTable);
}
