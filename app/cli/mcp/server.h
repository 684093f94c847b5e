// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the Model Context Protocol: messages, tools, shortened answers.
#pragma once

#include "app/cli/mcp/allowed_files.h"
#include "app/cli/mcp/tool_call.h"

namespace kernline::cli::mcp {

/// Serves the Model Context Protocol: messages of JSON-RPC 2.0, a line each, from standard input to standard output
/// (modelcontextprotocol.io/specification/2025-11-25/basic/transports, "stdio"), until the input ends and all is
/// answered, or the reader of the answers is gone. Tools are called one after the other; everything else is answered at
/// once. Whatever else is written to standard output meanwhile goes to standard error.
void serve(const AllowedFiles& files, const RunCommand& run);

}  // namespace kernline::cli::mcp
