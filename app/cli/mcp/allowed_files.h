// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace kernline::cli::mcp {

/// The folders that were named at start, and what may be read: what really lies below one of them.
class AllowedFiles {
 public:
  /// Failures: one is no folder.
  [[nodiscard]] static std::expected<AllowedFiles, std::string> below(const std::vector<std::string>& folders);

  /// Real paths, without links.
  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return m_folders; }

  /// The real path of what a client names: a file, a folder, a member of an archive, or ranks by a "#". A relative path
  /// counts from the first of the folders where there is something. Failures: it lies elsewhere, does not exist, or is
  /// neither file nor folder; one sentence.
  [[nodiscard]] std::expected<std::string, std::string> resolved(const std::string& path) const;

 private:
  std::vector<std::filesystem::path> m_folders;
};

}  // namespace kernline::cli::mcp
