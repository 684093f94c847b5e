// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace kernline::recorder {

/// A line of the recorder on standard error, beside the output of the program that it records.
inline void say(std::string_view text) {
  fmt::print(stderr, "kernline record: {}\n", text);
}

}  // namespace kernline::recorder
