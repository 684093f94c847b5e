// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/mcp/allowed_files.h"

#include <stop_token>

namespace kernline::cli::mcp {

/// Lists readable files below the folders: path, kind, format, bytes and rank of each file, by its beginning; how many
/// others there are, and folders that were not looked into.
[[nodiscard]] Json listedFiles(const AllowedFiles& allowed, const std::stop_token& stop);

}  // namespace kernline::cli::mcp
