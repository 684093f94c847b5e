// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/empty_values.h"

namespace kernline::cli {

std::vector<std::string> withEmptyValues(const CLI::App& program, const std::vector<std::string>& arguments) {
  const auto commands = program.get_subcommands(
      [&](const CLI::App* each) { return !arguments.empty() && each->get_name() == arguments.front(); });
  std::vector<std::string> words;
  bool areOperands = commands.empty();
  for (const std::string& argument : arguments) {
    areOperands = areOperands || argument == "--";
    const std::string name = argument.substr(0, argument.size() - (argument.ends_with('=') ? 1 : 0));
    const CLI::Option* const option = areOperands || name == argument || !name.starts_with("--")
                                          ? nullptr
                                          : commands.front()->get_option_no_throw(name);
    if (option != nullptr && option->get_expected_max() > 0) {
      words.insert(words.end(), {name, ""});
    } else {
      words.push_back(argument);
    }
  }
  return words;
}

}  // namespace kernline::cli
