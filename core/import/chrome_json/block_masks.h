// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The algorithm behind skipObject, over 64 bytes at a time as bit masks. Included by one file per instruction set,
// which provides the masks; everything is in an unnamed namespace so that no instance leaks into another's.

#include "core/model/json/text_scan.h"

#include <bit>
#include <cstring>

namespace kernline::chrome {
namespace {

/// One bit a byte, the first byte lowest.
struct BlockMasks {
  std::uint64_t quote = 0;
  std::uint64_t backslash = 0;
  std::uint64_t control = 0;  ///< bytes below 0x20
  std::uint64_t openBrace = 0;
  std::uint64_t closeBrace = 0;
  std::uint64_t openBracket = 0;
  std::uint64_t closeBracket = 0;
  std::uint64_t comma = 0;
  std::uint64_t mayFollowString = 0;  ///< white space , : } ]
  std::uint64_t letter = 0;
  std::uint64_t high = 0;  ///< bytes from 0x80
};

template <typename Simd>
class ObjectSkipper {
 public:
  ObjectSkipper(const char* begin, const char* end) : m_begin(begin), m_end(end) {}

  ObjectScan run() {
    for (const char* p = m_begin; p < m_end; p += 64) {
      if (m_end - p >= 64) {
        if (step(p, p)) {
          return m_scan;
        }
      } else {
        char padded[64];
        std::memset(padded, ' ', sizeof padded);
        std::memcpy(padded, p, static_cast<std::size_t>(m_end - p));
        if (step(padded, p)) {
          return m_scan;
        }
      }
    }
    return {};
  }

 private:
  /// Works on the 64 bytes at `at` in the text. True if done, well or not.
  bool step(const char* bytes, const char* at) {
    const BlockMasks masks = Simd::masks(bytes);
    const std::uint64_t escaped = masks.backslash | m_escapeCarry ? findEscaped(masks.backslash) : 0;
    const std::uint64_t quotes = masks.quote & ~escaped;
    const std::uint64_t inString = Simd::prefixXor(quotes) ^ m_inString;
    std::uint64_t outside = ~inString & ~quotes;
    const std::uint64_t closing = quotes & ~inString;
    std::uint64_t wrong = ((closing << 1) | m_closedLast) & ~masks.mayFollowString;
    wrong |= masks.control & inString;
    wrong |= masks.backslash & outside;

    const std::uint64_t closers = masks.closeBrace & outside;
    const std::uint64_t openers = masks.openBrace & outside;
    const auto closeCount = std::popcount(closers);
    std::uint64_t upTo = ~std::uint64_t{0};
    bool ends = false;
    if (m_depth <= closeCount) {
      upTo = findEnd(openers, closers, ends);
    }
    m_depth += std::popcount(openers & upTo) - std::popcount(closers & upTo);
    outside &= upTo;
    if ((wrong & upTo) != 0) {
      return fail();
    }
    if ((openers & upTo) != 0 && !openersAreValues(bytes, at, openers & upTo, masks, outside)) {
      return fail();
    }
    const std::uint64_t commas = masks.comma & outside;
    const std::uint64_t noKeys =
        (commas << 1 | m_commaLast) & outside & ~(masks.openBrace | masks.openBracket | masks.mayFollowString);
    if (noKeys != 0 && !areElements(noKeys, masks, outside)) {
      return fail();
    }
    m_brackets += std::popcount(masks.openBracket & outside) - std::popcount(masks.closeBracket & outside);
    if (m_brackets < 0) {
      return fail();
    }
    m_scan.isAscii = m_scan.isAscii && (masks.high & upTo) == 0;
    if ((masks.letter & outside) != 0) {
      countWords(at, masks.letter & outside);
    }
    if (ends) {
      if (m_brackets != 0) {
        return fail();
      }
      m_scan.after = at + std::popcount(upTo);
      return true;
    }
    m_inString = static_cast<std::uint64_t>(static_cast<std::int64_t>(inString) >> 63);
    m_closedLast = closing >> 63;
    m_lastLetter = (masks.letter & outside) >> 63;
    m_commaLast = commas >> 63;
    return false;
  }

  bool fail() {
    m_scan = {};
    return true;
  }

  /// The bytes up to and with the brace that closes the object, as a mask.
  std::uint64_t findEnd(std::uint64_t openers, std::uint64_t closers, bool& ends) const {
    int depth = m_depth;
    std::uint64_t both = openers | closers;
    while (both != 0) {
      const std::uint64_t lowestBit = both & (~both + 1);
      depth += (openers & lowestBit) != 0 ? 1 : -1;
      if (depth == 0) {
        ends = true;
        return lowestBit | (lowestBit - 1);
      }
      both ^= lowestBit;
    }
    return ~std::uint64_t{0};
  }

  /// Returns the bytes that a backslash escapes, over block borders.
  std::uint64_t findEscaped(std::uint64_t backslashes) {
    std::uint64_t escaped = 0;
    bool next = m_escapeCarry;
    for (int i = 0; i < 64; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if (next) {
        escaped |= bit;
        next = false;
      } else {
        next = (backslashes & bit) != 0;
      }
    }
    m_escapeCarry = next;
    return escaped;
  }

  [[nodiscard]] int bracketsBefore(int i, const BlockMasks& masks, std::uint64_t outside) const {
    const std::uint64_t below = (std::uint64_t{1} << i) - 1;
    return m_brackets + std::popcount(masks.openBracket & outside & below) -
           std::popcount(masks.closeBracket & outside & below);
  }

  /// Numbers and words follow a comma in brackets only; in an object a key must, so there it is a decimal comma.
  [[nodiscard]] bool areElements(std::uint64_t noKeys, const BlockMasks& masks, std::uint64_t outside) const {
    for (; noKeys != 0; noKeys &= noKeys - 1) {
      if (bracketsBefore(std::countr_zero(noKeys), masks, outside) == 0) {
        return false;
      }
    }
    return true;
  }

  /// Checks that no object opens after a comma or a brace outside brackets, where only a key can come: else an event's
  /// end is missing.
  bool openersAreValues(const char* bytes, const char* at, std::uint64_t openers, const BlockMasks& masks,
                        std::uint64_t outside) const {
    for (; openers != 0; openers &= openers - 1) {
      const int i = std::countr_zero(openers);
      const int brackets = bracketsBefore(i, masks, outside);
      const char* before = at + i;
      while (before != m_begin &&
             (before[-1] == ' ' || before[-1] == '\n' || before[-1] == '\r' || before[-1] == '\t')) {
        --before;
      }
      const char previous = before == m_begin ? '{' : before[-1];
      if (brackets == 0 && previous != ':') {
        return false;
      }
    }
    static_cast<void>(bytes);
    return true;
  }

  void countWords(const char* at, std::uint64_t letters) {
    std::uint64_t starts = letters & ~((letters << 1) | m_lastLetter);
    for (; starts != 0; starts &= starts - 1) {
      m_scan.nonFinite += isNonFiniteWord(at + std::countr_zero(starts), m_end) ? 1 : 0;
    }
  }

  const char* m_begin;
  const char* m_end;
  ObjectScan m_scan;
  std::uint64_t m_inString = 0;
  std::uint64_t m_closedLast = 0;
  std::uint64_t m_lastLetter = 0;
  std::uint64_t m_commaLast = 0;
  int m_depth = 1;
  int m_brackets = 0;
  bool m_escapeCarry = false;
};

}  // namespace
}  // namespace kernline::chrome
