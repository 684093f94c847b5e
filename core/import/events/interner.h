// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event.h"
#include "core/import/events/span_kinds.h"
#include "core/model/base/string_pool.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::chrome {

inline constexpr std::uint64_t hashMix = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio

/// One hash of two, in order.
constexpr std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
  return (a ^ (b + hashMix + (a << 6) + (a >> 2))) * hashMix;
}

inline std::uint64_t hashOf(std::string_view text) {
  return StringPool::hash(text);
}

/// A missing pid counts as "0", a missing tid as the pid.
inline std::string_view pidOf(const Event& event) {
  return event.hasPid ? event.pid : std::string_view{"0"};
}
inline std::string_view tidOf(const Event& event) {
  return event.hasTid ? event.tid : pidOf(event);
}

/// A pid and a tid, as canonical texts of a interner.
struct ThreadKey {
  StringId pid = StringId::empty;
  StringId tid = StringId::empty;
  bool isThread = true;  ///< false: a track that belongs to no thread, which `tid` only distinguishes
  bool operator==(const ThreadKey&) const = default;
};

/// Names, categories and threads that one worker met, numbered. A worker keeps its interner from piece to piece.
class Interner {
 public:
  StringPool strings;
  std::vector<StringId> categories;
  std::vector<SpanKind> categoryKinds;
  std::vector<ThreadKey> threads;

  [[nodiscard]] CategoryId category(std::string_view text);
  [[nodiscard]] ThreadIndex thread(const Event& event);
  /// A positive 32-bit number for a correlation or external id; wider ones are folded, distinct ones stay distinct as
  /// far as 31 bits of hash go.
  [[nodiscard]] static std::uint32_t foldId(std::uint64_t id);

 private:
  ThreadIndex addThread(const Event& event);

  std::vector<std::pair<std::uint64_t, ThreadIndex>> m_threadSlots;  // open addressing by hash of the texts
  std::size_t m_threadsUsed = 0;
  std::uint64_t m_lastThreadHash = 0;
  ThreadIndex m_lastThread = ThreadIndex::none;
  std::vector<std::uint16_t> m_categoryOfString;
};

}  // namespace kernline::chrome
