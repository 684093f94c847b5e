// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/interner.h"

#include <algorithm>

namespace kernline::chrome {

CategoryId Interner::category(std::string_view text) {
  const StringId id = strings.intern(text);
  if (id == StringId::empty) {
    return CategoryId::none;
  }
  if (index(id) >= m_categoryOfString.size()) {
    m_categoryOfString.resize(std::max(index(id) + 1, m_categoryOfString.size() * 2),
                              static_cast<std::uint16_t>(CategoryId::none));
  }
  std::uint16_t& known = m_categoryOfString[index(id)];
  if (known == static_cast<std::uint16_t>(CategoryId::none) && categories.size() < known) {
    known = static_cast<std::uint16_t>(categories.size());
    categories.push_back(id);
    categoryKinds.push_back(kindOfCategory(text));
  }
  return CategoryId{known};
}

ThreadIndex Interner::thread(const Event& event) {
  const std::uint64_t hash = combine(hashOf(pidOf(event)), hashOf(tidOf(event)));
  if (hash == m_lastThreadHash && m_lastThread != ThreadIndex::none) {
    return m_lastThread;
  }
  if ((m_threadsUsed + 1) * 2 > m_threadSlots.size()) {
    std::vector<std::pair<std::uint64_t, ThreadIndex>> old(std::max<std::size_t>(64, m_threadSlots.size() * 2),
                                                           {0, ThreadIndex::none});
    old.swap(m_threadSlots);
    for (const auto& slot : old) {
      if (slot.second != ThreadIndex::none) {
        std::size_t i = slot.first & (m_threadSlots.size() - 1);
        while (m_threadSlots[i].second != ThreadIndex::none) {
          i = (i + 1) & (m_threadSlots.size() - 1);
        }
        m_threadSlots[i] = slot;
      }
    }
  }
  std::size_t i = hash & (m_threadSlots.size() - 1);
  while (m_threadSlots[i].second != ThreadIndex::none && m_threadSlots[i].first != hash) {
    i = (i + 1) & (m_threadSlots.size() - 1);
  }
  if (m_threadSlots[i].second == ThreadIndex::none) {
    m_threadSlots[i] = {hash, addThread(event)};
    ++m_threadsUsed;
  }
  m_lastThreadHash = hash;
  m_lastThread = m_threadSlots[i].second;
  return m_lastThread;
}

ThreadIndex Interner::addThread(const Event& event) {
  threads.push_back({strings.intern(pidOf(event)), strings.intern(tidOf(event))});
  return ThreadIndex{static_cast<std::uint32_t>(threads.size() - 1)};
}

std::uint32_t Interner::foldId(std::uint64_t id) {
  constexpr std::uint64_t direct = std::uint64_t{1} << 31;
  return id < direct ? static_cast<std::uint32_t>(id) : static_cast<std::uint32_t>(direct | ((id * hashMix) >> 33));
}

}  // namespace kernline::chrome
