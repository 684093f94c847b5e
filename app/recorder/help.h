// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kernline::recorder {

/// Returns the text of `kernline record --help`.
std::string_view helpText();

}  // namespace kernline::recorder
