// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/commands.h"

namespace kernline::recorder {

// One line a command.
std::span<const Command> commands() {
  return {};
}

}  // namespace kernline::recorder
