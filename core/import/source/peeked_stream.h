// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline {

/// A stream whose beginning can be peeked at before it is read.
class PeekedStream final : public TextStream {
 public:
  explicit PeekedStream(std::unique_ptr<TextStream> inner) : m_inner(std::move(inner)) {}

  /// The next `length` bytes, fewer at the end. Valid until the next call of anything.
  [[nodiscard]] std::string_view peek(std::size_t length);
  /// Drops bytes that were peeked at.
  void skip(std::size_t length) { m_at += length; }

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_inner->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_inner->damage(); }

  [[nodiscard]] TextStream& inner() { return *m_inner; }

 private:
  std::unique_ptr<TextStream> m_inner;
  std::string m_head;
  std::size_t m_at = 0;
};

/// Bytes in memory as a stream. The view must outlive it.
class MemoryStream final : public TextStream {
 public:
  explicit MemoryStream(std::string_view text) : m_text(text) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_at; }
  [[nodiscard]] std::optional<std::string> damage() const override { return std::nullopt; }

 private:
  std::string_view m_text;
  std::size_t m_at = 0;
};

}  // namespace kernline
