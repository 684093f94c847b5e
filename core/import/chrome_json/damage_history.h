// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace kernline::chrome {

/// The damage in the events that were read last, so that less is tried if it does not help. Forgotten at each multiple
/// of `blockBytes` of the file: the result for an event depends on the text of its block and after it, so that a reader
/// may begin at any block.
class DamageHistory {
 public:
  static constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;

  /// An event begins at byte `offset`.
  void moveTo(std::uint64_t offset) {
    if (const std::uint64_t block = offset / blockBytes; block != m_block) {
      *this = {};
      m_block = block;
    }
  }
  void add(bool isBroken) { m_score = isBroken ? std::min(m_score + 2, 2 * manyBroken) : std::max(m_score, 1U) - 1; }
  /// Looking for the end of an event longer than any usual one was in vain; it is far, so once is enough.
  void addFailedSearch() { m_hasFailedSearch = true; }

  /// Whether more than a third of the events are broken.
  [[nodiscard]] bool isAmongBroken() const { return m_score >= manyBroken; }
  [[nodiscard]] bool hasFailedSearch() const { return m_hasFailedSearch; }
  bool operator==(const DamageHistory&) const = default;

 private:
  static constexpr unsigned manyBroken = 32;

  std::uint64_t m_block = 0;
  unsigned m_score = 0;
  bool m_hasFailedSearch = false;
};

}  // namespace kernline::chrome
