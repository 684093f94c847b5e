// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/string_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace kernline {

namespace {
constexpr std::size_t firstSlots = 1024;  // a power of two
constexpr std::size_t blockBytes = std::size_t{256} * 1024;

/// Returns the beginning of the text, up to a whole character, and a hash that distinguishes it from others that begin
/// alike.
std::string shortened(std::string_view text, std::uint64_t hash) {
  const std::string tail = fmt::format("… ({} bytes, {:08x})", text.size(), hash >> 32);
  std::size_t length = StringPool::maxText - tail.size();
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
    --length;
  }
  return std::string(text.substr(0, length)) + tail;
}
}  // namespace

StringPool::StringPool() : m_texts{std::string_view{}}, m_slots(firstSlots) {}

std::uint64_t StringPool::hash(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

StringId StringPool::intern(std::string_view text, std::uint64_t hash) {
  if (text.empty()) {
    return StringId::empty;
  }
  if (text.size() > maxText) {
    const std::string shorter = shortened(text, hash);
    return intern(shorter, StringPool::hash(shorter));
  }
  if (m_texts.size() * 2 > m_slots.size()) {
    grow();
  }
  const auto upper = static_cast<std::uint32_t>(hash >> 32);
  const std::size_t mask = m_slots.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = m_slots[i];
    if (slot.id == 0) {
      const auto id = static_cast<std::uint32_t>(m_texts.size());
      m_texts.push_back(store(text));
      slot = {upper, id};
      return StringId{id};
    }
    if (slot.hash == upper && m_texts[slot.id] == text) {
      return StringId{slot.id};
    }
  }
}

StringId StringPool::find(std::string_view text) const {
  if (text.empty()) {
    return StringId::empty;
  }
  const std::uint64_t h = hash(text);
  if (text.size() > maxText) {
    return find(shortened(text, h));
  }
  const auto upper = static_cast<std::uint32_t>(h >> 32);
  const std::size_t mask = m_slots.size() - 1;
  for (std::size_t i = h & mask; m_slots[i].id != 0; i = (i + 1) & mask) {
    if (m_slots[i].hash == upper && m_texts[m_slots[i].id] == text) {
      return StringId{m_slots[i].id};
    }
  }
  return StringId::none;
}

void StringPool::grow() {
  std::vector<Slot> slots(m_slots.size() * 4);
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t id = 1; id < m_texts.size(); ++id) {
    const std::uint64_t h = hash(m_texts[id]);
    std::size_t i = h & mask;
    while (slots[i].id != 0) {
      i = (i + 1) & mask;
    }
    slots[i] = {static_cast<std::uint32_t>(h >> 32), id};
  }
  m_slots = std::move(slots);
}

std::string_view StringPool::store(std::string_view text) {
  m_bytes += text.size();
  if (text.size() > m_blockSize - m_blockUsed) {
    m_blockSize = std::max(blockBytes, text.size());
    m_blockUsed = 0;
    m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_blockSize));
  }
  char* at = m_blocks.back().get() + m_blockUsed;
  std::memcpy(at, text.data(), text.size());
  m_blockUsed += text.size();
  return {at, text.size()};
}

}  // namespace kernline
