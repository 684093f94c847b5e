// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/allowed_files.h"

#include "core/import/source/allowed_folders.h"
#include "core/import/source/member_path.h"
#include "core/model/format/printable_text.h"
#include "core/open/rank_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <climits>
#include <system_error>
#include <utility>

namespace kernline::cli::mcp {

namespace {

namespace fs = std::filesystem;

/// Returns the path without "..", and without links as far as it exists; empty if it cannot be resolved.
fs::path realPath(fs::path path) {
  // The part behind the last one that exists is only normalized, and may then lead through a link again.
  constexpr int maxTurns = 8;
  for (int turn = 0; turn < maxTurns; ++turn) {
    std::error_code error;
    fs::path real = fs::weakly_canonical(path, error);
    if (error) {
      return {};
    }
    if (!real.has_filename() && real.has_relative_path()) {
      real = real.parent_path();  // a slash at the end
    }
    if (real == path) {
      return real;
    }
    path = std::move(real);
  }
  return {};
}

/// An archive's, of a member: "runs.zip/rank0.json" is no file of the system.
bool isMemberOfFile(const std::string& path) {
  const MemberPath parts = splitMemberPath(path);
  std::error_code error;
  return !parts.member.empty() && fs::is_regular_file(parts.file, error);
}

}  // namespace

std::expected<AllowedFiles, std::string> AllowedFiles::below(const std::vector<std::string>& folders) {
  AllowedFiles allowed;
  for (const std::string& folder : folders) {
    std::error_code error;
    fs::path real = fs::canonical(folder, error);
    if (error || !fs::is_directory(real, error)) {
      return std::unexpected(fmt::format("{} is not a folder; name the folders whose files may be read", folder));
    }
    allowed.m_folders.push_back(std::move(real));
  }
  return allowed;
}

std::expected<std::string, std::string> AllowedFiles::resolved(const std::string& path) const {
  constexpr std::size_t shown = 200;
  const std::string name = elided(printable(path.substr(0, PATH_MAX)), shown);
  if (path.empty() || path == "-" || path.size() >= PATH_MAX || path.contains('\0')) {
    return std::unexpected(fmt::format("\"{}\" is not a path of a file or folder", name));
  }
  bool isOutside = true;
  for (const fs::path& folder : m_folders) {
    const fs::path real = realPath(folder / path);  // an absolute path stays one
    if (real.empty() || !isBelow(real, m_folders)) {
      continue;
    }
    isOutside = false;
    std::error_code error;
    const fs::file_status status = fs::status(real, error);
    if (fs::is_regular_file(status) || fs::is_directory(status) || isMemberOfFile(real.native()) ||
        isNameOfRun(real.native())) {
      return real.native();
    }
    if (fs::exists(status)) {
      return std::unexpected(fmt::format("{} is neither a file nor a folder", name));
    }
  }
  if (isOutside) {
    std::vector<std::string> names;
    for (const fs::path& folder : m_folders) {
      names.push_back(folder.native());
    }
    return std::unexpected(fmt::format("{} lies outside of the folders that kernline mcp was started for: {}", name,
                                       fmt::join(names, ", ")));
  }
  return std::unexpected(fmt::format("no file \"{}\"; call open without a path to list the files", name));
}

}  // namespace kernline::cli::mcp
