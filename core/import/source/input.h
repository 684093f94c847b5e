// SPDX-License-Identifier: GPL-3.0-or-later
// This folder turns bytes into text: mapping, compression, archives, encodings, HTML pages.
#pragma once

#include "core/import/source/format_match.h"
#include "core/model/base/error.h"
#include "core/model/base/source_text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline {

class StoredFile;

/// Decoded text in file order, for input that cannot be mapped: compressed, converted, or from a pipe.
class TextStream {
 public:
  TextStream() = default;
  TextStream(const TextStream&) = delete;
  TextStream& operator=(const TextStream&) = delete;
  virtual ~TextStream() = default;

  /// Fills `into` with the next decoded bytes; returns how many, 0 at the end. Damage in the stored bytes ends the text
  /// there, and `damage()` gives its kind and its stored byte; the text before it counts.
  [[nodiscard]] virtual std::size_t read(std::span<char> into) = 0;

  [[nodiscard]] virtual std::uint64_t storedBytesRead() const = 0;
  [[nodiscard]] virtual std::optional<std::string> damage() const = 0;
};

/// A file opened by content, never by name.
struct Input {
  std::string path;
  std::string container;                   ///< "" for plain text, else "gzip", "zstd", "zip", "tar, gzip", "UTF-16", …
  std::string memberName;                  ///< the member read out of a zip or tar; else empty
  std::size_t logsInArchive = 0;           ///< number of members of an archive that may be a log, where one was chosen
  std::uint64_t storedBytes = 0;           ///< 0 for a pipe
  std::shared_ptr<const StoredFile> file;  ///< the file that is read; null for a pipe
  std::shared_ptr<const SourceText> text;  ///< random access; complete once the stream has been read to its end

  std::string_view mapped;             ///< the whole text if it is mapped (BOM not included), else empty
  bool isFileMapping = false;          ///< whether the pages of `mapped` come back when they are given back
  std::uint64_t mappedOffset = 0;      ///< offset of mapped[0] in `text` (3 after a UTF-8 BOM)
  std::unique_ptr<TextStream> stream;  ///< set exactly if the text is not mapped
  std::string head;                    ///< the first bytes of what `stream` gives

  /// Gives the pages of mapped[begin, end) back to the system; they are read again when needed.
  void release(std::size_t begin, std::size_t end) const;
};

/// Opens `path` ("-": standard input), looks into gzip, zstd, xz, bzip2, lz4, zip and tar, and skips a UTF-8 BOM;
/// UTF-16 and UTF-32 are converted. From an archive the member is taken that looks most like a trace or a log, or the
/// one that `path` names after the archive ("runs.zip/train.log"). `rate` chooses the member of an archive. Errors: the
/// file cannot be opened, is a directory, is empty, or its archive has no such member.
[[nodiscard]] Expected<Input> openInput(const std::string& path, RateText rate = anyText);

/// Opens a pipe like `openInput("-")`, after `head` has been read from it.
[[nodiscard]] Expected<Input> openPipe(std::string head, RateText rate = anyText);

}  // namespace kernline
