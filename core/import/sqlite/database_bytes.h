// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::sqlite {

/// First bytes of every database file (sqlite.org/fileformat.html, 1.3).
inline constexpr std::string_view fileMark{"SQLite format 3\0", 16};

/// The bytes of an untrusted database: the mapping of the file, or a copy in memory. SQLite reads them from there,
/// so it never opens a file, follows a journal or writes.
class DatabaseBytes {
 public:
  /// Copies larger than this are refused.
  static constexpr std::uint64_t maxCopyBytes = std::uint64_t{2} << 30;

  /// Opens an input that begins with `fileMark`. A compressed or piped one is decoded into memory; so are a database
  /// cut short and one in write-ahead mode, whose first page SQLite would refuse as it is. Errors: a copy would be
  /// too large.
  [[nodiscard]] static Expected<std::shared_ptr<const DatabaseBytes>> of(std::shared_ptr<const Input> input,
                                                                         std::uint64_t maxBytes = maxCopyBytes);
  [[nodiscard]] static std::shared_ptr<const DatabaseBytes> of(std::string bytes);

  [[nodiscard]] std::string_view view() const { return m_view; }
  /// Whether it is the mapping of the file, not a copy.
  [[nodiscard]] bool isMapped() const { return m_input != nullptr; }
  /// Bytes that its header promises and the file does not have.
  [[nodiscard]] std::uint64_t missing() const { return m_missing; }
  /// Gives pages of the mapping back to the system; they are read again when needed.
  void release() const;

 private:
  DatabaseBytes() = default;
  void adopt(std::string bytes);

  std::shared_ptr<const Input> m_input;
  std::string m_copy;
  std::string_view m_view;
  std::uint64_t m_missing = 0;
};

}  // namespace kernline::sqlite
