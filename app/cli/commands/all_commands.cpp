// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace kernline::cli {

void addCommands(CLI::App& program, ExitCode& result) {
  addSummaryCommand(program, result);
  addStatsCommand(program, result);
  addStepsCommand(program, result);
  addCalltreeCommand(program, result);
  addModulesCommand(program, result);
  addWorkCommand(program, result);
  addAdviseCommand(program, result);
  addBlocksCommand(program, result);
  addSourceCommand(program, result);
  addEventsCommand(program, result);
  addTablesCommand(program, result);
  addMemoryCommand(program, result);
  addQueryCommand(program, result);
  addExportCommand(program, result);
  addDigestCommand(program, result);
  addCompareCommand(program, result);
  addRanksCommand(program, result);
  addRenderCommand(program, result);
  addFamiliesCommand(program, result);
  addWorkRulesCommand(program, result);
  addSchemaCommand(program, result);
}

ExitCode runCommand(const std::vector<std::string>& arguments) {
  CLI::App program{"", "kernline"};
  ExitCode result = done;
  addCommands(program, result);
  const std::vector<std::string> commands = commandsOf(program);
  if (arguments.empty() || std::ranges::find(commands, arguments.front()) == commands.end()) {
    printError(fmt::format("\"{}\" is not one of the commands that answer: {}",
                           arguments.empty() ? std::string() : arguments.front(), fmt::join(commands, ", ")));
    return wrongUsage;
  }
  if (std::ranges::find(arguments, "--json") != arguments.end() &&
      program.get_subcommand(arguments.front())->get_option_no_throw("--json") == nullptr) {
    printError(
        fmt::format("{0} answers no JSON, it writes a file; run the command: kernline {0} --help", arguments.front()));
    return wrongUsage;
  }
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // as CLI11 takes them
  } catch (const CLI::ParseError& error) {
    printError(explanation(program, error));
    return wrongUsage;
  }
  return result;
}

}  // namespace kernline::cli
