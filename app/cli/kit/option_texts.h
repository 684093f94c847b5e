// SPDX-License-Identifier: GPL-3.0-or-later
// What --help says of options, for readers and for packaging/man/commands.py.
#pragma once

#include "app/cli/kit/json_document.h"

#include <CLI/CLI.hpp>

#include <string>

namespace kernline::cli {

/// Folds the texts of options and commands to 80 columns; what an option needs or excludes ends its text.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_option(const CLI::Option* option, bool isPositional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

/// All commands with their operands and options. The man page, the page for users and the completions are made from
/// it: no answer for users.
[[nodiscard]] Json commandsJson(const CLI::App& program);

}  // namespace kernline::cli
