// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/exit_code.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/mcp/allowed_files.h"
#include "app/cli/mcp/tool.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::cli::mcp {

/// Runs a command of kernline in this process, its name first.
using RunCommand = std::function<ExitCode(const std::vector<std::string>& arguments)>;

/// The content blocks of an answer; of an error a sentence on what to do instead.
struct ToolAnswer {
  Json content;
  bool isError = false;
};

/// Answers a question as the command of the tool does, in short. `arguments` is an object. Uses memory and time of this
/// thread. A request to stop ends loading, queries and pictures soon; analyses go on to their end.
[[nodiscard]] ToolAnswer callTool(const Tool& tool, const Json& arguments, const AllowedFiles& files,
                                  const RunCommand& run, const std::stop_token& stop);

}  // namespace kernline::cli::mcp
