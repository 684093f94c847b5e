// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/mcp/tool.h"

#include <string>
#include <string_view>

namespace kernline::cli::mcp {

/// A sentence of the command line in the words of a client of `tool`: an option is the parameter that sets it, a
/// command the tool that runs it. An option in brackets that no parameter sets is left out, and so is where help is.
[[nodiscard]] std::string inClientWords(std::string_view sentence, const Tool& tool);

}  // namespace kernline::cli::mcp
