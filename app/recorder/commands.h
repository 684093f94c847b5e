// SPDX-License-Identifier: Apache-2.0
// This folder holds the recorder's program: its commands to run, record and measure.
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
