// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/container.h"
#include "core/import/source/stored_file.h"
#include "core/import/source/unpack_limit.h"
#include "core/model/base/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct archive;

namespace kernline {

/// A text that libarchive unpacks: one compressed stream (zstd, xz, bzip2, lz4), or the members of a zip or tar.
class ArchiveStream final : public TextStream {
 public:
  /// `stored` gives the bytes in order. `file`, if there is one, is the same bytes by offset: a zip can then be read
  /// by its directory, which has more than its local headers. So much text as `usual` is never too much for the
  /// stored bytes (unpack_limit.h).
  ArchiveStream(std::unique_ptr<TextStream> stored, std::shared_ptr<const StoredFile> file, Container container,
                std::uint64_t usual = usualUnpackedBytes);
  ArchiveStream(const ArchiveStream&) = delete;
  ArchiveStream& operator=(const ArchiveStream&) = delete;
  ~ArchiveStream() override;

  /// Goes to the next member that is a regular file. False after the last one, or at damage.
  [[nodiscard]] bool nextMember();
  [[nodiscard]] const std::string& memberName() const { return m_memberName; }

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override;
  [[nodiscard]] std::optional<std::string> damage() const override;

 private:
  struct Callbacks;

  bool nextBlock();
  void fail();
  void endAsBlownUp(std::uint64_t text, std::uint64_t stored);

  std::unique_ptr<TextStream> m_stored;
  std::shared_ptr<const StoredFile> m_file;
  std::uint64_t m_fileOffset = 0;
  std::vector<char> m_buffer;
  archive* m_archive;
  std::string_view m_block;  // rest of libarchive's current block
  std::string m_memberName;
  std::uint64_t m_usual;
  std::uint64_t m_unpacked = 0;  // bytes of all members that were read
  std::uint64_t m_listed = 0;    // bytes of all members, according to a zip's directory
  std::optional<std::string> m_damage;
  bool m_ended = false;
};

}  // namespace kernline
