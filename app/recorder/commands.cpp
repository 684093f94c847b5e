// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/commands.h"

#include "app/recorder/ceilings/ceilings_command.h"
#include "app/recorder/doctor/doctor_command.h"
#include "app/recorder/fire_command.h"
#include "app/recorder/run/run_command.h"

#include <array>

namespace kernline::recorder {

// One line a command.
std::span<const Command> commands() {
  static constexpr std::array all{
      Command{"attach", &attachCommand}, Command{"ceilings", &ceilingsCommand}, Command{"doctor", &doctor},
      Command{"fire", &fireCommand},     Command{"list", &listCommand},         Command{"run", &runCommand},
  };
  return all;
}

}  // namespace kernline::recorder
