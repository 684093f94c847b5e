// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace kernline {

/// Each distinct text once, under a 32-bit id; id 0 is the empty text. Texts never move. A text longer than `maxText`
/// is stored as its beginning with its length and a hash after it, so that different ones stay different. Grows
/// single-threaded; reading a pool that no longer grows is free of locks.
class StringPool {
 public:
  static constexpr std::size_t maxText = std::size_t{16} << 10;  ///< bytes; C++ names of kernels have some thousand

  StringPool();
  StringPool(StringPool&&) noexcept = default;
  StringPool& operator=(StringPool&&) noexcept = default;
  StringPool(const StringPool&) = delete;
  StringPool& operator=(const StringPool&) = delete;
  ~StringPool() = default;

  StringId intern(std::string_view text) { return intern(text, hash(text)); }
  /// Same as `intern(text)`, for callers that have the hash already; `hash` must be `StringPool::hash(text)`.
  StringId intern(std::string_view text, std::uint64_t hash);
  [[nodiscard]] StringId find(std::string_view text) const;  ///< `StringId::none` if absent

  [[nodiscard]] std::string_view operator[](StringId id) const { return m_texts[index(id)]; }
  [[nodiscard]] std::size_t size() const { return m_texts.size(); }
  [[nodiscard]] std::size_t byteSize() const { return m_bytes; }

  static std::uint64_t hash(std::string_view text);

 private:
  struct Slot {
    std::uint32_t hash = 0;  // the upper half, to skip most comparisons
    std::uint32_t id = 0;    // 0 if free (the empty text is never looked up here)
  };

  void grow();
  std::string_view store(std::string_view text);

  std::vector<std::unique_ptr<char[]>> m_blocks;
  std::size_t m_blockUsed = 0;
  std::size_t m_blockSize = 0;
  std::size_t m_bytes = 0;
  std::vector<std::string_view> m_texts;
  std::vector<Slot> m_slots;
};

}  // namespace kernline
