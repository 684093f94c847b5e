// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/doctor/doctor_command.h"

#include "app/recorder/doctor/machine.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace kernline::recorder {

int doctor(Arguments arguments) {
  constexpr int cannotWrite = 1;
  constexpr int wrongUsage = 2;
  constexpr int noDevice = 3;
  bool isJson = false;
  for (const std::string_view argument : arguments) {
    if (argument != "--json") {
      fmt::print(stderr, "kernline record doctor: unknown argument \"{}\"; it takes only --json\n", argument);
      return wrongUsage;
    }
    isJson = true;
  }
  const std::vector<Finding> findings = examine(probeMachine());
  const std::string text = isJson ? findingsJson(findings) : findingsText(findings);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    fmt::print(stderr, "kernline record doctor: cannot write the output\n");
    return cannotWrite;
  }
  return isUsable(findings) ? 0 : noDevice;
}

}  // namespace kernline::recorder
