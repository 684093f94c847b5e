// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <any>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kernline::cli {

/// What was read for the last answers, for a program that gives more than one: the next question about a file need not
/// read it again. A file that has changed meanwhile (size, time, inode; of a folder: of all files in it) is another
/// one. Nothing is kept until `keepFiles`. One thread at a time.
/// `count`: how many; the one that was asked for the longest ago makes room. All make room once the process holds more
/// than `maxMemory` bytes.
void keepFiles(std::size_t count, std::size_t maxMemory);

/// Lets go of all that is kept so far.
void forgetFiles();

/// Whether anything is kept at all.
[[nodiscard]] bool areFilesKept();

/// A reading that somebody else holds: while this lives, it is what was read of these paths, whatever has become of the
/// files. What was said while it was read is not said again.
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

/// What `read` has made of these paths before, or makes now; what was said while it did so is said again. `kind` tells
/// readings of the same paths apart. An empty value is a failure, which is not kept.
[[nodiscard]] std::any keptOrRead(const std::string& kind, const std::vector<std::string>& paths,
                                  const std::function<std::any()>& read);

}  // namespace kernline::cli
