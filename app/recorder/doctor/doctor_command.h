// SPDX-License-Identifier: Apache-2.0
// This folder holds checks that find what prevents recording.
#pragma once

#include "app/recorder/parameters/arguments.h"

namespace kernline::recorder {

/// `kernline record doctor [--json]`: 0 where recording works, 3 where it does not.
int doctor(Arguments arguments);

}  // namespace kernline::recorder
