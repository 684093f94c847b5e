// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/suggestion.h"

#include "core/model/base/edit_distance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace kernline::cli {

namespace {

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string meant = similarTo(word, known);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
}

/// The command that was being read.
const CLI::App& chosenCommand(const CLI::App& program) {
  const auto commands = program.get_subcommands();
  return commands.empty() ? program : *commands.front();
}

std::string whatIsUnexpected(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-')) {
    return fmt::format("unexpected argument \"{}\"", word);
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) {
      continue;  // an old spelling
    }
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("unknown option {}{}", name, suggestion(name, names));
}

}  // namespace

std::string similarTo(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t maxTypos = 2;
  const auto typos = [word](const std::string& other) { return editDistance(word, other); };
  const auto meant = std::ranges::min_element(known, {}, typos);
  if (meant != known.end() && typos(*meant) <= std::min(maxTypos, word.size() / 2)) {
    return *meant;
  }
  constexpr std::size_t minLetters = 3;
  const auto begun = [word](const std::string& other) { return other.starts_with(word); };
  const bool isOnly = word.size() >= minLetters && std::ranges::count_if(known, begun) == 1;
  return isOnly ? *std::ranges::find_if(known, begun) : std::string();
}

CLI::Validator oneOf(const std::vector<std::string>& values) {
  return {[values](const std::string& text) {
            return std::ranges::find(values, text) != values.end()
                       ? std::string()
                       : fmt::format("\"{}\" is not one of {}{}", text, fmt::join(values, ", "),
                                     suggestion(text, values));
          },
          fmt::format("{{{}}}", fmt::join(values, ","))};
}

CLI::Validator wholeNumber(std::uint64_t least) {
  return {[least](const std::string& text) {
            std::uint64_t value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool isOne = error == std::errc{} && end == text.data() + text.size() && value >= least;
            return isOne ? std::string() : fmt::format("\"{}\" is not a whole number of {} or more", text, least);
          },
          ""};
}

CLI::Validator only(const CLI::Validator& valid, const std::string& what) {
  return {[valid, what](std::string& text) {
            const std::string given = text;
            bool isValid = false;
            try {
              isValid = valid(text).empty();
            } catch (const CLI::ValidationError&) {
              isValid = false;  // its words are the library's
            }
            return isValid ? std::string() : fmt::format("\"{}\" is not {}", given, what);
          },
          ""};
}

std::string firstGiven(const CLI::App& command, const std::vector<std::string>& names) {
  const auto given =
      std::ranges::find_if(names, [&](const std::string& name) { return command.count("--" + name) > 0; });
  return given == names.end() ? std::string() : "--" + *given;
}

void refuseWithoutEffect(const CLI::App& command, const std::vector<std::string>& names,
                         const std::vector<std::string>& others) {
  const std::string name = firstGiven(command, names);
  const std::string other = firstGiven(command, others);
  if (!name.empty() && !other.empty()) {
    throw CLI::ParseError(fmt::format("{} has no effect with {}", name, other), CLI::ExitCodes::ExcludesError);
  }
}

std::vector<std::string> commandsOf(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands(nullptr)) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string explanation(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = chosenCommand(program);
  std::vector<std::string> rest = command.remaining();
  if (rest.empty()) {
    rest = program.remaining();  // the words behind "--"
  }
  std::erase(rest, "--");
  std::string problem = error.get_exit_code() == 0 ? "help is for the command line" : error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && problem.ends_with(" missing")) {
    problem = fmt::format("{} needs a value", problem.substr(0, problem.find(':')));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !rest.empty()) {
    const auto option = std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with('-'); });
    problem = whatIsUnexpected(command, option == rest.end() ? rest.front() : *option);
  }
  const std::string name = &command == &program ? "" : " " + command.get_name();
  return fmt::format("{}{} kernline{} --help", problem, problem.ends_with('?') ? " See" : "; see", name);
}

}  // namespace kernline::cli
