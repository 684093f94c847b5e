// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/parameters/arguments.h"

namespace kernline::recorder {

int runCommand(Arguments arguments);
int listCommand(Arguments arguments);

}  // namespace kernline::recorder
