// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/recorder/parameters/parameter.h"

namespace kernline::recorder {

Parameter tensorCoresParameter();

/// Whether to launch `kernel`, which is written for Hopper's warpgroup products. Throws if `choice` requests an
/// unavailable one.
bool usesWarpgroups(const std::string& choice, const void* kernel);

}  // namespace kernline::recorder
