// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline {

/// A path as scp has it: [USER@]HOST:PATH.
struct RemotePath {
  std::string host;
  std::string path;
};

/// None where the text is a file here, a URL, or anything else.
[[nodiscard]] std::optional<RemotePath> remotePath(const std::string& text);

/// A word of a command for the shell of another machine.
struct RemoteWord {
  std::string text;
  bool isPattern = false;  ///< a path of that machine, in which *, ? and [ mean what they mean there
};

/// The command for the shell of `host`: runs `kernline` (a path, or a name in PATH) if it has this version, in English
/// and in the characters of this machine, whatever the locale is there.
[[nodiscard]] std::string shellCommand(const std::string& host, std::span<const RemoteWord> words,
                                       std::string_view kernline, std::string_view version, bool isUtf8 = true);

/// The user's own ssh, or what KERNLINE_SSH names.
[[nodiscard]] std::string sshProgram();
/// Returns the name of `kernline` there, see KERNLINE_REMOTE.
[[nodiscard]] std::string remoteProgram();

}  // namespace kernline
