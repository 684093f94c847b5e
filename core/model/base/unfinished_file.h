// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// A file that is complete or not there: it is written under a temporary name in the same folder, takes the place of an
/// older one when it is finished, and is removed if it never is, also where a signal ends the program (see
/// `removeUnfinishedAtSignals`). A terminal, /dev/null or the like is written directly.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& target);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile();

  /// The path to write to.
  [[nodiscard]] const std::string& path() const { return m_path; }
  /// Renames the file to its final name; call it once the file is written and closed. Returns the system's error, if
  /// any.
  [[nodiscard]] std::optional<Message> finish();

 private:
  std::filesystem::path m_target;  // the file that a link leads to
  std::string m_path;
  std::size_t m_slot;  // index in the list of files to remove
};

/// Writes a whole file that way; "-" is standard output. Returns the system's error, if any.
[[nodiscard]] std::optional<Message> writeWholeFile(const std::filesystem::path& file, std::string_view content);

/// Removes what is unfinished at once, for a program that is about to end. Needs no memory and takes no lock.
void removeUnfinished();

/// Makes INT, TERM and HUP, where they would end the program, remove unfinished files first; writing beyond a limit of
/// file sizes becomes an error like any other.
void removeUnfinishedAtSignals();

}  // namespace kernline
