// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace kernline::recorder {

using Arguments = std::span<char* const>;

/// What `kernline record NAME …` runs: gets the arguments after its name, returns the exit code.
struct Command {
  std::string_view name;
  int (*run)(Arguments arguments);
};

std::span<const Command> commands();

}  // namespace kernline::recorder
