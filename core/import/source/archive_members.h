// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/archive_stream.h"
#include "core/import/source/container.h"
#include "core/import/source/format_match.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline {

/// The members of a zip or tar in the order in which it has them, each opened as a file of its own would be.
class ArchiveMembers {
 public:
  /// Errors: `file` cannot be opened, or is no archive.
  [[nodiscard]] static Expected<ArchiveMembers> open(const std::string& file, RateText rate);

  /// Goes to the next one. False after the last one, or at damage().
  [[nodiscard]] bool next();
  /// Returns the reason why there are no more of them though the archive is not at its end.
  [[nodiscard]] std::optional<std::string> damage() const { return m_archive->damage(); }
  [[nodiscard]] const std::string& name() const { return m_name; }  ///< name by `plainMemberName`
  [[nodiscard]] FormatMatch match() const;
  /// The member itself, once; what comes out of its stream must be read before `next`.
  [[nodiscard]] Expected<Input> input();

 private:
  ArchiveMembers() = default;

  std::string m_file;
  RateText m_rate = anyText;
  std::shared_ptr<const StoredFile> m_stored;  // null for a pipe
  std::uint64_t m_storedBytes = 0;
  std::vector<Container> m_layers;  // layers around the members, outermost first
  std::shared_ptr<ArchiveStream> m_archive;
  std::string m_name;
  std::string m_head;
};

/// Opens the member of `file` that is called `member`. Errors: there is none; those of `openInput`.
[[nodiscard]] Expected<Input> openArchiveMember(const std::string& file, const std::string& member, RateText rate);

}  // namespace kernline
