// SPDX-License-Identifier: GPL-3.0-or-later
// The few instructions that nearly all of a large pickle consists of, without a call each.
#include "core/import/pickle/machine.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kernline::pickle {

namespace {

/// Little-endian, as the file is.
template <typename Number>
Number numberAt(const char* at) {
  static_assert(std::endian::native == std::endian::little);
  Number number = 0;
  std::memcpy(&number, at, sizeof number);
  return number;
}

}  // namespace

/// Runs the instruction at `at` if enough bytes are in sight, and returns its length; 0 without running it if `step`
/// has to.
inline std::size_t Machine::quickStep(const char* at) {
  const auto recallAt = [this](std::uint64_t number) {
    if (number >= m_memo.size()) {
      return false;
    }
    push(m_memo[number]);
    return true;
  };
  switch (static_cast<unsigned char>(*at)) {
    case 'h':
      return recallAt(numberAt<std::uint8_t>(at + 1)) ? 2 : 0;
    case 'j':
      return recallAt(numberAt<std::uint32_t>(at + 1)) ? 5 : 0;
    case 'K':
      push(Value::integer(numberAt<std::uint8_t>(at + 1)));
      return 2;
    case 'M':
      push(Value::integer(numberAt<std::uint16_t>(at + 1)));
      return 3;
    case 'J':
      push(Value::integer(numberAt<std::int32_t>(at + 1)));
      return 5;
    case 0x8a: {
      const auto length = numberAt<std::uint8_t>(at + 1);
      if (length == 0 || length > sizeof(std::int64_t)) {
        return 0;
      }
      const unsigned unused = 8 * (static_cast<unsigned>(sizeof(std::int64_t)) - length);
      push(Value::integer(numberAt<std::int64_t>(at + 2) << unused >> unused));
      return std::size_t{2} + length;
    }
    case 0x94:
      if (m_stack.empty()) {
        return 0;
      }
      m_memo.push(m_stack.back());
      return 1;
    case '(':
      putMark();
      return 1;
    case '}':
      emptyDict();
      return 1;
    case 'u':
      addAboveMark();
      return 1;
    default:
      return 0;
  }
}

void Machine::runAhead() {
  constexpr std::size_t maxInstructionBytes = 16;           // bytes of an instruction here
  constexpr std::size_t chunkBytes = std::size_t{1} << 20;  // bytes between two looks at the stop token
  const std::string_view sight = m_bytes.ahead();
  if (sight.size() < maxInstructionBytes) {
    return;
  }
  const char* at = sight.data();
  const char* const end = at + std::min(sight.size() - maxInstructionBytes, chunkBytes);
  while (at < end) {
    const std::size_t taken = quickStep(at);
    if (taken == 0 || !m_damage.empty()) {
      break;
    }
    at += taken;
  }
  m_bytes.skip(static_cast<std::size_t>(at - sight.data()));
}

}  // namespace kernline::pickle
