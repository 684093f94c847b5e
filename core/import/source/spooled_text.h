// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/block_cache.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/source_text.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct isal_zstream;

namespace kernline {

/// Text stored for sources that can be read only once: compressed, in a nameless temporary file that is gone with its
/// last owner, or with the process, however that ends.
class SpooledText final : public SourceText {
 public:
  /// Creates a file in $TMPDIR, the user's cache folder, /var/tmp or /tmp, whichever can be written first.
  [[nodiscard]] static Expected<std::shared_ptr<SpooledText>> create();

  explicit SpooledText(int descriptor);
  ~SpooledText() override;

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override;

  /// Appends `text`. Returns an error if the disk is full, or nearly; then none of `text` counts as stored.
  [[nodiscard]] std::optional<std::string> append(std::span<const char> text);

 private:
  [[nodiscard]] std::optional<std::string> storeBlock();
  [[nodiscard]] bool leavesRoomOnDisk();
  void unpack(std::uint64_t index, std::string& text) const;
  [[nodiscard]] std::string packedBlock(std::uint64_t index, std::string& unfinished) const;

  int m_descriptor;
  std::atomic<std::uint64_t> m_size{0};
  std::unique_ptr<isal_zstream> m_packer;
  std::vector<unsigned char> m_packerMemory;
  std::vector<unsigned char> m_packed;
  std::uint64_t m_nextRoomCheck = 0;  // size of the file at which free space is checked again, in bytes

  mutable std::mutex m_mutex;              // guards the two below
  std::string m_unfinished;                // the last block
  std::vector<std::uint64_t> m_blockEnds;  // end of each block in the file
  mutable BlockCache m_blocks;
};

/// Passes a stream on and stores its text. The text ends where it can no longer be stored.
class KeepingStream final : public TextStream {
 public:
  KeepingStream(std::unique_ptr<TextStream> inner, std::shared_ptr<SpooledText> text)
      : m_inner(std::move(inner)), m_text(std::move(text)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_inner->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override;

 private:
  std::unique_ptr<TextStream> m_inner;
  std::shared_ptr<SpooledText> m_text;
  std::optional<std::string> m_failure;
};

}  // namespace kernline
