// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/commands.h"

#include <cstdio>
#include <span>
#include <string_view>

namespace {

using kernline::recorder::Arguments;
using kernline::recorder::Command;

constexpr int wrongUsage = 2;

int refuse(std::string_view problem) {
  std::fprintf(stderr, "kernline record: %.*s; see kernline record --help\n", static_cast<int>(problem.size()),
               problem.data());
  return wrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments(argv, static_cast<std::size_t>(argc));
  if (arguments.size() < 2) {
    return refuse("say what to record");
  }
  for (const Command& command : kernline::recorder::commands()) {
    if (command.name == arguments[1]) {
      return command.run(arguments.subspan(2));
    }
  }
  return refuse("there is no such command");
}
