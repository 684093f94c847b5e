// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/commands.h"

namespace kernline::recorder {

/// `kernline record [--delay S] [--duration S] [-o OUT | --to -] -- PROGRAM ARG…`: the program's exit code, or 1, 2, 3
/// where it did not begin.
int recordProgram(Arguments arguments);

}  // namespace kernline::recorder
