// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/commands.h"
#include "app/recorder/help.h"
#include "app/recorder/record_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

namespace {

using kernline::recorder::Arguments;
using kernline::recorder::Command;

constexpr int cannotWrite = 1;
constexpr int wrongUsage = 2;

int refuse(const std::string& problem) {
  fmt::print(stderr, "kernline record: {}; see kernline record --help\n", problem);
  return wrongUsage;
}

int help() {
  const std::string_view text = kernline::recorder::helpText();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0 ? 0 : cannotWrite;
}

int runCommand(Arguments arguments) {
  if (arguments.size() < 2) {
    return refuse("nothing to record");
  }
  const std::string_view first = arguments[1];
  if (first == "--help" || first == "-h") {
    return help();
  }
  for (const Command& command : kernline::recorder::commands()) {
    if (command.name == first) {
      const bool asksForHelp = std::ranges::any_of(
          arguments.subspan(2), [](std::string_view word) { return word == "--help" || word == "-h"; });
      if (asksForHelp) {
        return help();
      }
      return command.run(arguments.subspan(2));
    }
  }
  return kernline::recorder::recordProgram(arguments.subspan(1));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return runCommand(Arguments(argv, static_cast<std::size_t>(argc)));
  } catch (const std::exception& error) {
    fmt::print(stderr, "kernline record: {}\n", error.what());
    return cannotWrite;
  }
}
