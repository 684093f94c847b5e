// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace kernline {

/// The last few blocks of a text that is unpacked block by block. Safe from any thread; one unpacks at a time.
class BlockCache {
 public:
  explicit BlockCache(std::size_t blockBytes) : m_blockBytes(blockBytes) {}

  [[nodiscard]] std::size_t blockBytes() const { return m_blockBytes; }

  /// Bytes [begin, end), fewer where a block ends early. `unpack(index, text)` fills `text` with block `index`.
  template <typename Unpack>
  [[nodiscard]] std::string read(std::uint64_t begin, std::uint64_t end, Unpack unpack) {
    std::string result;
    result.reserve(end - begin);
    const std::scoped_lock lock(m_mutex);
    while (begin < end) {
      const std::size_t within = begin % m_blockBytes;
      const auto needed = std::min<std::uint64_t>(within + (end - begin), m_blockBytes);
      const std::string& text = block(begin / m_blockBytes, needed, unpack);
      if (within >= text.size()) {
        break;
      }
      result.append(text, within, end - begin);
      begin += std::min<std::uint64_t>(end - begin, text.size() - within);
    }
    return result;
  }

 private:
  struct Block {
    std::uint64_t index = UINT64_MAX;
    std::uint64_t lastUse = 0;
    std::string text;
  };

  template <typename Unpack>
  const std::string& block(std::uint64_t index, std::size_t needed, Unpack& unpack) {
    auto found = std::ranges::find(m_blocks, index, &Block::index);
    // A block may have been the unfinished last one when it was unpacked.
    if (found == m_blocks.end() || found->text.size() < needed) {
      found = found == m_blocks.end() ? std::ranges::min_element(m_blocks, {}, &Block::lastUse) : found;
      found->index = UINT64_MAX;  // invalid until the text is there, should memory run out
      unpack(index, found->text);
      found->index = index;
    }
    found->lastUse = ++m_uses;
    return found->text;
  }

  std::size_t m_blockBytes;
  std::mutex m_mutex;
  std::array<Block, 4> m_blocks;
  std::uint64_t m_uses = 0;
};

}  // namespace kernline
