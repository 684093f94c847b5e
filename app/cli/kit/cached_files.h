// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <any>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kernline::cli {

/// Caches the files read for the last answers, for a program that gives more than one. A file that has changed
/// meanwhile (size, time, inode; for a folder: of all files in it) is read again. Nothing is cached until `keepFiles`.
/// One thread at a time. Caches at most `count` files and drops the least recently used one. Drops all once the process
/// holds more than `maxMemory` bytes.
void keepFiles(std::size_t count, std::size_t maxMemory);

/// Drops all cached files.
void forgetFiles();

/// Returns true if files are cached at all.
[[nodiscard]] bool areFilesKept();

/// Contents of files that another object holds: while this lives, they are used for these paths, whatever has become of
/// the files. Messages of that reading are not repeated.
class PinnedFile {
 public:
  PinnedFile(std::string kind, std::vector<std::string> paths, std::any value);
  PinnedFile(const PinnedFile&) = delete;
  PinnedFile& operator=(const PinnedFile&) = delete;
  ~PinnedFile();

  [[nodiscard]] bool isOf(const std::string& kind, const std::vector<std::string>& paths) const {
    return kind == m_kind && paths == m_paths;
  }
  [[nodiscard]] const std::any& value() const { return m_value; }

 private:
  std::string m_kind;
  std::vector<std::string> m_paths;
  std::any m_value;
};

/// Returns the cached result of `read` for these paths, or calls it; diagnostics of the first call are repeated. `kind`
/// distinguishes results for the same paths. An empty value is a failure, which is not cached.
[[nodiscard]] std::any cachedOrRead(const std::string& kind, const std::vector<std::string>& paths,
                                    const std::function<std::any()>& read);

}  // namespace kernline::cli
