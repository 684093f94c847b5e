// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/shared_library.h"

#include <string>
#include <vector>

namespace kernline::recorder {

/// A library of the CUDA toolkit that is loaded when it is needed: the one that the environment variable `variable`
/// names, else the first of `names` that the loader finds or that lies where toolkits put it.
SharedLibrary openToolkitLibrary(const char* variable, const std::vector<std::string>& names);

}  // namespace kernline::recorder
