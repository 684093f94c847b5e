// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

/// The one of `known` that `word` may be with a slip of the fingers, else the only one that it begins; empty if it is
/// like none.
[[nodiscard]] std::string similarTo(std::string_view word, const std::vector<std::string>& known);

/// Accepts one of these values, which its description lists as CLI::IsMember does; the error lists them, too, and the
/// one that may be meant.
[[nodiscard]] CLI::Validator oneOf(const std::vector<std::string>& values);

/// Takes a whole number from `least` on.
[[nodiscard]] CLI::Validator wholeNumber(std::uint64_t least = 0);

/// Accepts what `valid` accepts, and its result; the error for anything else is that it is not `what`: "a size; write
/// e.g. 8G".
[[nodiscard]] CLI::Validator only(const CLI::Validator& valid, const std::string& what);

/// The keys of a map by name.
template <typename Map>
[[nodiscard]] std::vector<std::string> namesOf(const Map& map) {
  std::vector<std::string> names;
  for (const auto& [name, value] : map) {
    names.push_back(name);
  }
  return names;
}

/// Adds an option's old name, which still works and is not listed.
template <typename Value>
void addOldSpelling(CLI::App& command, const std::string& name, Value& into, CLI::Option* now) {
  command.add_option(name, into)->group("")->excludes(now);
}

/// Returns the first given option of the long `names`, without dashes; empty if none was given.
[[nodiscard]] std::string firstGiven(const CLI::App& command, const std::vector<std::string>& names);

/// Throws a CLI::ParseError if one of the options `names` was given together with one of `others`, with which it has no
/// effect. Both without dashes. Meant for callbacks of commands.
void refuseWithoutEffect(const CLI::App& command, const std::vector<std::string>& names,
                         const std::vector<std::string>& others);

/// Names of the commands of a program.
[[nodiscard]] std::vector<std::string> commandsOf(const CLI::App& program);

/// Returns the error of a command line in one clause, and where to find help: "unknown option --jsno; did you mean
/// --json? See kernline stats --help".
[[nodiscard]] std::string explanation(const CLI::App& program, const CLI::ParseError& error);

}  // namespace kernline::cli
