// SPDX-License-Identifier: Apache-2.0
// The functions by which CUDA (CUDA_INJECTION64_PATH) and NVTX (NVTX_INJECTION64_PATH) let this library in, and those
// by which a program records a part of itself.
#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/inject/running_cuda.h"
#include "app/recorder/inject/session.h"
#include "app/recorder/inject/standby.h"
#include "app/recorder/io/recorded_environment.h"

#include <pthread.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>

#define KERNLINE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using kernline::recorder::Session;

std::recursive_mutex sessionMutex;
Session* session = nullptr;  // none is ever deleted: the program's threads may call CUDA until the very end

void endSession() {
  try {
    const std::scoped_lock lock(sessionMutex);
    if (session != nullptr) {
      session->end();
      session = nullptr;
    }
  } catch (const std::exception&) {
    return;  // the program's end is none of ours
  }
}

/// Exit handlers run in reverse order, and CUPTI must outlive the flush of its records: so call this after CUPTI was
/// loaded and started.
void endWithProgram() {
  std::atexit(&endSession);
}

void leaveToParent() {
  kernline::recorder::Standby::abandon();
  if (session != nullptr) {
    session->abandon();
  }
}

void abandonInChildren() {
  static const int atFork = ::pthread_atfork(nullptr, nullptr, &leaveToParent);
  static_cast<void>(atFork);
}

/// Starts recording this process; returns the reason if it fails, else an empty text.
std::string startSession(const Session::Variables& variables) {
  try {
    auto begun = Session::connect(variables);
    if (begun == nullptr) {
      return "the recorder does not answer";
    }
    abandonInChildren();
    session = begun.release();
    kernline::recorder::cuptiLibrary();
    endWithProgram();
    if (kernline::recorder::Standby::wantsFailures()) {
      session->reportOutOfMemory(&kernline::recorder::Standby::failed);
    }
    session->begin(&endWithProgram);
    return session->problem();
  } catch (const std::exception& error) {
    return error.what();  // the program goes on without being recorded
  }
}

void beginWindow(const Session::Variables& variables) {
  const std::scoped_lock lock(sessionMutex);
  endSession();
  startSession(variables);
}

bool isRecording() {
  const std::scoped_lock lock(sessionMutex);
  return session != nullptr && session->isRecording();
}

bool isRecordingOver() {
  const std::scoped_lock lock(sessionMutex);
  return session == nullptr || session->isOver();
}

/// Flushes from any thread of the program: it must not wait for one that ends the recording.
void flushSession() {
  constexpr std::chrono::milliseconds patience{200};
  const std::unique_lock lock(sessionMutex, std::try_to_lock);
  if (lock && session != nullptr) {
    session->flush(patience, false);
  }
}

}  // namespace

/// Called by CUDA when it is initialized.
KERNLINE_EXPORT int InitializeInjection() {
  const std::scoped_lock lock(sessionMutex);
  if (session == nullptr) {
    startSession(Session::environment());
  }
  if (std::getenv(kernline::recorder::armedVariable) != nullptr) {
    abandonInChildren();
    kernline::recorder::Standby::begin(
        {.begin = &beginWindow, .isRecording = &isRecording, .isOver = &isRecordingOver, .flush = &flushSession});
  }
  return 1;
}

/// Called by NVTX before its first range. The ranges go to the CUPTI that records.
KERNLINE_EXPORT int InitializeInjectionNvtx2(void* getExportTable) {
  if (std::getenv(kernline::recorder::socketVariable) == nullptr &&
      std::getenv(kernline::recorder::armedVariable) == nullptr) {
    return 0;
  }
  const auto& cupti = kernline::recorder::cuptiLibrary();
  return cupti.initializeNvtx == nullptr ? 0 : cupti.initializeNvtx(getExportTable);
}

/// Begins to record this process for the recorder that the environment names; if CUDA has yet to be initialized, its
/// initialization begins it. Returns nullptr, or the reason of a failure: a sentence without its dot, valid until the
/// next call.
KERNLINE_EXPORT const char* kernline_begin() {
  static std::string problem;
  const std::scoped_lock lock(sessionMutex);
  if (session != nullptr) {
    return "this process is already being recorded";
  }
  if (!kernline::recorder::isCudaRunning()) {
    return nullptr;
  }
  problem = startSession(Session::environment());
  if (problem.empty()) {
    return nullptr;
  }
  endSession();
  return problem.c_str();
}

/// Waits for what this process has given to its GPUs, and ends what kernline_begin() began.
KERNLINE_EXPORT void kernline_end() {
  kernline::recorder::waitForGpus();
  const std::scoped_lock lock(sessionMutex);
  endSession();
}
