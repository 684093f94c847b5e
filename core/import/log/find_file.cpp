// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/find_file.h"

#include <filesystem>
#include <system_error>
#include <vector>

namespace kernline::logs {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maxFolders = 64;

bool isFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::string fileOrCompressed(const fs::path& path) {
  for (const char* ending : {"", ".gz", ".zst", ".zip"}) {
    const fs::path candidate = path.string() + ending;
    if (isFile(candidate)) {
      return candidate.lexically_normal().string();
    }
  }
  return {};
}

/// Folders right below `folder`, not too many.
std::vector<fs::path> foldersIn(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && folders.size() < maxFolders) {
      folders.push_back(entry->path());
    }
  }
  return folders;
}

}  // namespace

std::string findFile(std::string_view path, const std::string& logPath) {
  if (path.empty() || logPath == "-") {
    return {};
  }
  const fs::path printed{path};
  const fs::path folder = fs::path{logPath}.parent_path().empty() ? fs::path{"."} : fs::path{logPath}.parent_path();
  for (const fs::path& candidate : {folder / printed, folder / printed.filename()}) {
    if (std::string found = fileOrCompressed(candidate); !found.empty()) {
      return found;
    }
  }
  for (const fs::path& below : foldersIn(folder)) {
    if (std::string found = fileOrCompressed(below / printed.filename()); !found.empty()) {
      return found;
    }
  }
  return {};
}

}  // namespace kernline::logs
