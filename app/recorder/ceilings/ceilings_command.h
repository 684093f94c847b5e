// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/parameters/arguments.h"

namespace kernline::recorder {

/// Runs `kernline record ceilings`: measures what a device reaches and keeps it for the roofline of traces of such
/// devices.
int ceilingsCommand(Arguments arguments);

}  // namespace kernline::recorder
