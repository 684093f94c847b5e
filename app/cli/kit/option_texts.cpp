// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/option_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::size_t textColumn = 25;
constexpr std::size_t lineWidth = 80;

/// Names of options in alphabetical order, without old spellings.
std::vector<std::string> namesOfOptions(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) {
    if (!option->get_group().empty()) {
      names.push_back(option->get_name());
    }
  }
  std::ranges::sort(names);
  return names;
}

/// Appends a sentence on other options, if there are any.
std::string withOthers(const std::string& text, const char* how, const std::set<CLI::Option*>& options) {
  const std::vector<std::string> names = namesOfOptions(options);
  return names.empty() ? text : fmt::format("{}. {} {}", text, how, fmt::join(names, ", "));
}

/// `name` in the left column and `text` in the right one, as many lines as it needs.
std::string folded(const std::string& name, const std::string& text) {
  std::string lines = "  " + name;
  std::size_t column = lines.size();
  if (column >= textColumn) {
    lines += '\n';
    column = 0;
  }
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > textColumn && column + 1 + word.size() > lineWidth) {
      lines += '\n';
      column = 0;
    }
    const std::size_t gap = column < textColumn ? textColumn - column : 1;
    lines += std::string(gap, ' ') + word;
    column += gap + word.size();
  }
  return lines + '\n';
}

/// The values that an option takes, as its validator lists them: "{name,family}".
Json valuesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  Json values = Json::array();
  if (const std::size_t from = type.find('{'); from != std::string::npos) {
    std::istringstream list(type.substr(from + 1, type.find('}') - from - 1));
    for (std::string value; std::getline(list, value, ',');) {
      values.push_back(value);
    }
  }
  return values;
}

Json optionJson(const CLI::Option& option) {
  return {{"name", option.get_name(false, true)},
          {"value", option.get_option_text()},
          {"text", withOthers(option.get_description(), "Needs", option.get_needs())},
          {"values", valuesOf(option)},
          {"isRequired", option.get_required()},
          {"mayRepeat", option.get_expected_max() > 1},
          {"excludes", namesOfOptions(option.get_excludes())}};
}

Json commandJson(const CLI::App& command) {
  Json operands = Json::array();
  Json options = Json::array();
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) {
      (option->get_positional() ? operands : options).push_back(optionJson(*option));
    }
  }
  return {{"name", command.get_name()},
          {"text", command.get_description()},
          {"operands", std::move(operands)},
          {"options", std::move(options)}};
}

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(textColumn);
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const {
  const std::string& value = option->get_option_text();
  const std::string text = withOthers(option->get_description(), "Needs", option->get_needs());
  return folded(option->get_name(isPositional, !isPositional) + (value.empty() ? "" : " " + value),
                withOthers(text, "Not with", option->get_excludes()));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return folded(command->get_name(), command->get_description());
}

Json commandsJson(const CLI::App& program) {
  Json commands = Json::array({commandJson(program)});
  for (const CLI::App* command : program.get_subcommands(nullptr)) {
    commands.push_back(commandJson(*command));
  }
  return commands;
}

}  // namespace kernline::cli
