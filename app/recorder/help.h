// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kernline::recorder {

/// What `kernline record --help` says.
std::string_view helpText();

}  // namespace kernline::recorder
