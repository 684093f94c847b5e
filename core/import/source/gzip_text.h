// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/block_cache.h"
#include "core/import/source/gzip_decoder.h"
#include "core/import/source/stored_file.h"
#include "core/model/base/source_text.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace kernline {

/// The text of a gzip file, inflated again on demand, from the nearest of at most 512 checkpoints that
/// the first reading left behind. Keeps the last four blocks of 4 MiB.
class GzipText final : public SourceText {
 public:
  /// `skipped`: bytes at the beginning that are not part of the text (a byte order mark).
  GzipText(std::shared_ptr<const StoredFile> file, std::uint64_t skipped);

  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override;
  [[nodiscard]] bool hasChanged() const override { return m_file->hasChanged(); }

  /// The place of the next checkpoint, in decoded bytes.
  [[nodiscard]] std::uint64_t nextCheckpoint() const { return m_next; }
  void addCheckpoint(GzipDecoder::Checkpoint checkpoint);
  void setDecoded(std::uint64_t bytes) { m_decoded = bytes; }

 private:
  void unpack(std::uint64_t index, std::string& text) const;
  [[nodiscard]] std::unique_ptr<GzipDecoder> decoderBefore(std::uint64_t decoded) const;

  std::shared_ptr<const StoredFile> m_file;
  std::uint64_t m_skipped;
  std::atomic<std::uint64_t> m_decoded{0};

  mutable std::mutex m_checkpointMutex;
  std::vector<GzipDecoder::Checkpoint> m_checkpoints;
  std::uint64_t m_spacing;
  std::uint64_t m_next;  // only the stream that writes checkpoints reads it

  mutable BlockCache m_blocks;
  mutable std::unique_ptr<GzipDecoder> m_decoder;  // is after the block decoded last; the cache's lock guards it
};

/// The first reading of a gzip file.
class GzipStream final : public TextStream {
 public:
  explicit GzipStream(std::unique_ptr<TextStream> stored, std::uint64_t usual = usualUnpackedBytes)
      : m_decoder(std::move(stored), usual) {}

  /// Leaves checkpoints in `text` from now on. No byte past its first checkpoint may have been read yet.
  void recordInto(std::shared_ptr<GzipText> text);

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_decoder.storedBytes(); }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_decoder.damage(); }

 private:
  GzipDecoder m_decoder;
  std::shared_ptr<GzipText> m_text;
};

}  // namespace kernline
