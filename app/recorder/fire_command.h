// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/parameters/arguments.h"

namespace kernline::recorder {

/// `kernline record fire [PID|NAME] [--duration S]`: has an armed recorder record. Returns the exit code: 1 if there is
/// none, or several are meant.
int fireCommand(Arguments arguments);
/// `kernline record attach PID`: as fire, or a sentence on why a program that was not started armed cannot be recorded.
int attachCommand(Arguments arguments);

}  // namespace kernline::recorder
