// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/container.h"
#include "core/import/source/input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// UTF-16 or UTF-32 as UTF-8. Invalid characters (a lone surrogate, a number beyond Unicode) are passed on as bytes
/// that are no UTF-8 either, so that the reader of the text counts them.
class UnicodeStream final : public TextStream {
 public:
  UnicodeStream(std::unique_ptr<TextStream> wide, Container encoding);

  [[nodiscard]] std::size_t read(std::span<char> into) override;
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_wide->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override;

 private:
  bool refill();
  void appendUtf8(std::uint32_t codePoint);
  void takeUnit(std::uint32_t unit);

  std::unique_ptr<TextStream> m_wide;
  bool m_isBigEndian;
  std::size_t m_unitBytes;
  std::vector<char> m_input;
  std::size_t m_kept = 0;  // bytes of a unit that is not whole yet, at the start of m_input
  std::uint32_t m_highSurrogate = 0;
  std::string m_output;
  std::size_t m_at = 0;
  std::optional<std::string> m_damage;
};

}  // namespace kernline
