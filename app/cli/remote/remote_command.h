// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

/// A path as scp has it: [USER@]HOST:PATH.
struct RemotePath {
  std::string host;
  std::string path;
};

/// None where the text is a file here, a URL, or anything else.
[[nodiscard]] std::optional<RemotePath> remotePath(const std::string& text);

/// A command whose files are on another machine.
struct RemoteCommand {
  struct Word {
    std::string text;
    bool isPattern = false;  ///< a path of that machine, in which *, ? and [ mean what they mean there
  };

  std::string host;
  std::vector<Word> words;  ///< the command and its arguments
};

/// What `arguments` of `program` ask for; none: all files are here. An error where some are here and some there.
[[nodiscard]] Expected<std::optional<RemoteCommand>> remoteCommand(const CLI::App& program,
                                                                   const std::vector<std::string>& arguments);

/// The command for the shell of that machine: runs `kernline` (a path, or a name in PATH) if it has this version.
[[nodiscard]] std::string shellCommand(const RemoteCommand& command, std::string_view kernline);

}  // namespace kernline::cli
