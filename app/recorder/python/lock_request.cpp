// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/lock_request.h"

#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <csignal>

namespace kernline::recorder {

namespace {

sem_t requests;
std::atomic<bool> isWaiting{false};
int (*takeLock)() = nullptr;
void (*giveBack)(int state) = nullptr;

/// CPython ends or stops a thread that asks for the lock of an interpreter that is ending, so nobody waits for this
/// one, and it holds nothing.
extern "C" void* takeAndGiveBack(void* /*unused*/) {
  while (true) {
    ::sem_wait(&requests);
    giveBack(takeLock());
    isWaiting = false;
  }
}

bool startThread() {
  constexpr unsigned long python313 = 0x030D0000;
  const unsigned long* version = nullptr;
  if (Python::findFunction(version, "Py_Version") && *version >= python313) {
    return false;
  }
  if (!Python::findFunction(takeLock, "PyGILState_Ensure") || !Python::findFunction(giveBack, "PyGILState_Release") ||
      ::sem_init(&requests, 0, 0) != 0) {
    return false;
  }
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread{};
  const bool isStarted = ::pthread_create(&thread, nullptr, &takeAndGiveBack, nullptr) == 0;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return isStarted && ::pthread_detach(thread) == 0;
}

}  // namespace

LockRequest* LockRequest::find() {
  static const bool isStarted = startThread();
  static LockRequest request;
  return isStarted ? &request : nullptr;
}

void LockRequest::send() {
  if (!isWaiting.exchange(true)) {
    ::sem_post(&requests);
  }
}

}  // namespace kernline::recorder
