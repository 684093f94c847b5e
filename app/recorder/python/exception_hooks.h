// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/python.h"

namespace kernline::recorder {

/// Called with "ValueError: no such layer", once for an exception, in the thread in which it was raised.
using ExceptionRaised = void (*)(const char* text);

/// Has the interpreter report exceptions that end the program or one of its threads. Requests to stop do not count.
/// Within the main thread of the interpreter. False if that is not possible.
bool hookExceptions(const Python& python, ExceptionRaised raised);

/// Makes hookExceptions() also report exceptions that leave the functions around the first step of a torch.optim
/// optimizer, or a process of multiprocessing; call it afterwards. Returns false while torch.optim is not imported.
/// Does nothing before Python 3.12, where that would cost time.
bool hookTrainingStep(const Python& python);

}  // namespace kernline::recorder
