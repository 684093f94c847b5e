// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/open/remote/remote_path.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

/// A command whose files are on another machine.
struct RemoteCommand {
  std::string host;
  std::vector<RemoteWord> words;  ///< the command and its arguments
};

/// Returns the remote command in `arguments` of `program`; std::nullopt if all files are local. Error if some are local
/// and some remote.
[[nodiscard]] Expected<std::optional<RemoteCommand>> remoteCommand(const CLI::App& program,
                                                                   const std::vector<std::string>& arguments);

}  // namespace kernline::cli
