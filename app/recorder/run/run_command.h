// SPDX-License-Identifier: Apache-2.0
// This folder checks, times and records a kernel; sweeps over its parameters.
#pragma once

#include "app/recorder/parameters/arguments.h"

namespace kernline::recorder {

int runCommand(Arguments arguments);
int listCommand(Arguments arguments);

}  // namespace kernline::recorder
