// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace kernline::recorder {

/// Records of one thread for another one: neither waits. A record that finds no room is counted and lost.
class RecordRing {
 public:
  /// `bytes` is a power of two. Memory is used as it is first written.
  explicit RecordRing(std::size_t bytes) : m_bytes(std::make_unique_for_overwrite<std::byte[]>(bytes)), m_size(bytes) {}

  /// Called by the writing thread. The parts make up one record.
  template <typename... Parts>
  void write(const Parts&... parts) {
    const std::size_t length = (... + parts.size_bytes());
    const std::size_t padded = (length + sizeof(Length) + alignment - 1) / alignment * alignment;
    const std::uint64_t end = m_end.load(std::memory_order_relaxed);
    const std::size_t untilEdge = m_size - end % m_size;
    const std::size_t skipped = padded > untilEdge ? untilEdge : 0;  // records do not wrap
    if (end + skipped + padded - m_begin.load(std::memory_order_acquire) > m_size) {
      m_lost.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    if (skipped > 0) {
      put(end, skip);
    }
    std::byte* at = m_bytes.get() + (end + skipped) % m_size;
    const auto stored = static_cast<Length>(length);
    std::memcpy(at, &stored, sizeof stored);
    at += sizeof stored;
    const auto append = [&at](const auto& part) { at = std::ranges::copy(part, at).out; };
    (append(parts), ...);
    m_end.store(end + skipped + padded, std::memory_order_release);
  }

  /// Called by the reading thread: takes each record there is, the oldest first.
  template <typename Take>
  void read(Take take) {
    std::uint64_t begin = m_begin.load(std::memory_order_relaxed);
    const std::uint64_t end = m_end.load(std::memory_order_acquire);
    while (begin != end) {
      Length length = 0;
      std::memcpy(&length, m_bytes.get() + begin % m_size, sizeof length);
      if (length == skip) {
        begin += m_size - begin % m_size;
        continue;
      }
      take(std::span<const std::byte>(m_bytes.get() + begin % m_size + sizeof length, length));
      begin += (length + sizeof length + alignment - 1) / alignment * alignment;
    }
    m_begin.store(begin, std::memory_order_release);
  }

  /// Records that found no room since the last call.
  std::uint64_t takeLost() { return m_lost.exchange(0, std::memory_order_relaxed); }

 private:
  using Length = std::uint64_t;
  static constexpr Length skip = UINT64_MAX;
  static constexpr std::size_t alignment = 8;

  void put(std::uint64_t at, Length length) { std::memcpy(m_bytes.get() + at % m_size, &length, sizeof length); }

  std::unique_ptr<std::byte[]> m_bytes;
  std::size_t m_size;
  alignas(64) std::atomic<std::uint64_t> m_begin{0};
  alignas(64) std::atomic<std::uint64_t> m_end{0};
  std::atomic<std::uint64_t> m_lost{0};
};

}  // namespace kernline::recorder
