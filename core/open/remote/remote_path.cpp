// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/remote_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

bool isHostName(std::string_view text) {
  constexpr std::string_view others = "._-@";
  return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || others.contains(c);
  });
}

/// Returns the word in single quotes, except for the characters of patterns in one.
std::string forShell(std::string_view word, bool isPattern = false) {
  std::string made = "'";
  for (const char c : word) {
    constexpr std::string_view patterns = "*?[]";
    if (c == '\'') {
      made += R"('\'')";
    } else if (isPattern && patterns.contains(c)) {
      made += fmt::format("'{}'", c);
    } else {
      made += c;
    }
  }
  return made + '\'';
}

std::string fromEnvironment(const char* variable, const char* otherwise) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace

std::optional<RemotePath> remotePath(const std::string& text) {
  std::error_code error;
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon + 1 == text.size() || text.compare(colon, 3, "://") == 0 ||
      !isHostName(std::string_view(text).substr(0, colon)) || std::filesystem::exists(text, error)) {
    return std::nullopt;
  }
  std::string path = text.substr(colon + 1);
  if (path.starts_with("~/")) {
    path.erase(0, 2);  // remote commands start in the home folder
  }
  if (path.starts_with('-')) {
    path.insert(0, "./");  // no option there
  }
  return RemotePath{.host = text.substr(0, colon), .path = std::move(path)};
}

std::string shellCommand(const std::string& host, std::span<const RemoteWord> words, std::string_view kernline,
                         std::string_view version, bool isUtf8) {
  const std::string wanted = fmt::format("kernline {}", version);
  const std::string program = forShell(kernline);
  std::string script = fmt::format(
      "found=$({0} --version 2>/dev/null) || {{ echo {1} >&2; exit 1; }}; "
      "[ \"$found\" = {2} ] || {{ echo \"kernline: {3} has $found, this is {4}. Install the same version on both.\" "
      ">&2; "
      "exit 1; }}; export LC_ALL={5}; exec {0}",
      program,
      forShell(
          fmt::format("kernline: {} is not installed on {}. Where it is not in PATH there, KERNLINE_REMOTE names it.",
                      kernline, host)),
      forShell(wanted), host, wanted, isUtf8 ? "C.UTF-8" : "C");
  for (const RemoteWord& word : words) {
    script += ' ' + forShell(word.text, word.isPattern);
  }
  return "exec sh -c " + forShell(script);
}

std::string sshProgram() {
  return fromEnvironment("KERNLINE_SSH", "ssh");
}

std::string remoteProgram() {
  return fromEnvironment("KERNLINE_REMOTE", "kernline");
}

}  // namespace kernline
