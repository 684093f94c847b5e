// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/import/source/input.h"
#include "core/trace/source_text.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace kernline {

/// Text kept in a nameless temporary file, for sources that can be read only once. Gone with its last owner, or
/// with the process, however that ends.
class SpilledText final : public SourceText {
 public:
  /// In $TMPDIR, the user's cache folder, /var/tmp or /tmp, whichever can be written first.
  [[nodiscard]] static Expected<std::shared_ptr<SpilledText>> create();

  explicit SpilledText(int descriptor) : m_descriptor(descriptor) {}
  ~SpilledText() override;

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override;

  /// What went wrong, if anything: the disk is full, or nearly.
  [[nodiscard]] std::optional<std::string> append(std::span<const char> text);

 private:
  [[nodiscard]] bool leavesRoomOnDisk();

  int m_descriptor;
  std::atomic<std::uint64_t> m_size{0};
  std::uint64_t m_nextRoomCheck = 0;
};

/// Passes a stream on and keeps its text. The text ends where it can no longer be kept.
class SpillingStream final : public TextStream {
 public:
  SpillingStream(std::unique_ptr<TextStream> inner, std::shared_ptr<SpilledText> text)
      : m_inner(std::move(inner)), m_text(std::move(text)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_inner->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override;

 private:
  std::unique_ptr<TextStream> m_inner;
  std::shared_ptr<SpilledText> m_text;
  std::optional<std::string> m_failure;
};

}  // namespace kernline
