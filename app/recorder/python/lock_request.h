// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/python.h"

namespace kernline::recorder {

/// Takes the interpreter's lock and gives it back, in a thread that lives as long as the process: until Python 3.12 a
/// thread that runs only Python looks for pending calls when it gets the lock back. A thread that is asked for the lock
/// gives it up after 5 ms.
class LockRequest {
 public:
  /// nullptr if this Python needs none. There is one in a process.
  static LockRequest* find();

  /// Asks for the lock; never waits.
  void send();

 private:
  LockRequest() = default;
};

}  // namespace kernline::recorder
