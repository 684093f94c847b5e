// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/empty_values.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::cli {

void addCommands(CLI::App& program, ExitCode& result) {
  addSummaryCommand(program, result);
  addStatsCommand(program, result);
  addStepsCommand(program, result);
  addCalltreeCommand(program, result);
  addModulesCommand(program, result);
  addWorkCommand(program, result);
  addAdviseCommand(program, result);
  addWhatIfCommand(program, result);
  addReplayCommand(program, result);
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
  const auto answersJson = [&](const std::string& command) {
    return program.get_subcommand(command)->get_option_no_throw("--json") != nullptr;
  };
  if (arguments.empty() || std::ranges::find(commands, arguments.front()) == commands.end()) {
    std::vector<std::string> answering;
    std::ranges::copy_if(commands, std::back_inserter(answering), answersJson);
    printError(fmt::format("\"{}\" is not one of the commands that answer: {}",
                           arguments.empty() ? std::string() : arguments.front(), fmt::join(answering, ", ")));
    return wrongUsage;
  }
  if (std::ranges::find(arguments, "--json") != arguments.end() && !answersJson(arguments.front())) {
    printError(fmt::format("{0} has no --json; run it as a command: kernline {0} --help", arguments.front()));
    return wrongUsage;
  }
  try {
    std::vector<std::string> words = withEmptyValues(program, arguments);
    std::ranges::reverse(words);  // CLI11 takes them in reverse
    program.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    printError(explanation(program, error));
    return wrongUsage;
  }
  return result;
}

}  // namespace kernline::cli
