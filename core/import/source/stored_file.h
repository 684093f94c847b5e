// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace kernline {

/// An open file, pipe or device, closed with its last owner. Safe to read from any thread by offset.
class StoredFile {
 public:
  /// "-" is standard input. Errors: no such file, no permission, a directory.
  [[nodiscard]] static Expected<std::shared_ptr<const StoredFile>> open(const std::string& path);

  StoredFile(int descriptor, std::uint64_t size, bool isSeekable);
  StoredFile(const StoredFile&) = delete;
  StoredFile& operator=(const StoredFile&) = delete;
  ~StoredFile();

  [[nodiscard]] int descriptor() const { return m_descriptor; }
  [[nodiscard]] std::uint64_t size() const { return m_size; }  ///< size at opening; 0 for a pipe
  [[nodiscard]] bool isSeekable() const { return m_isSeekable; }

  /// Bytes read at `offset`, fewer only at the end of the file; nullopt if it cannot be read (see errno).
  [[nodiscard]] std::optional<std::size_t> readAt(std::uint64_t offset, std::span<char> into) const;

  /// Whether it was cut or rewritten since it was opened. One that was only appended to, as a log is, or that another
  /// file has replaced under its name, still has what was in it.
  [[nodiscard]] bool hasChanged() const;

 private:
  [[nodiscard]] std::string edges() const;

  int m_descriptor;
  std::uint64_t m_size;
  bool m_isSeekable;
  std::int64_t m_writtenNs = 0;  // mtime, since 1970
  std::string m_edges;           // first and last bytes
};

/// The stored bytes of a file in order, from an offset on (a pipe: from where it is).
class FileStream final : public TextStream {
 public:
  explicit FileStream(std::shared_ptr<const StoredFile> file, std::uint64_t offset = 0)
      : m_file(std::move(file)), m_offset(offset) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_offset; }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_damage; }

 private:
  std::optional<std::size_t> readSome(std::span<char> into);

  std::shared_ptr<const StoredFile> m_file;
  std::uint64_t m_offset;
  std::optional<std::string> m_damage;
};

}  // namespace kernline
