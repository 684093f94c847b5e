// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/doctor/findings.h"

namespace kernline::recorder {

/// Inspects this machine: initializes the driver and lets CUPTI begin and end once.
Machine probeMachine();

}  // namespace kernline::recorder
