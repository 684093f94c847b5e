// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/parameters/arguments.h"

#include <span>
#include <string_view>

namespace kernline::recorder {

/// A command of `kernline record NAME …`: gets the arguments after its name, returns the exit code.
struct Command {
  std::string_view name;
  int (*run)(Arguments arguments);
};

std::span<const Command> commands();

}  // namespace kernline::recorder
