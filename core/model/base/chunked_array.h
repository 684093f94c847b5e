// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace kernline {

/// A row of plain values that grows without moving its values, and gives its pages back to the system when they go:
/// with many millions, no page is touched twice or cached.
template <typename T>
class ChunkedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] T& operator[](std::size_t at) { return m_chunks[at >> chunkBits].get()[at & chunkMask]; }
  [[nodiscard]] const T& operator[](std::size_t at) const { return m_chunks[at >> chunkBits].get()[at & chunkMask]; }

  void push(const T& value) {
    if (m_size >> chunkBits == m_chunks.size()) {
      m_chunks.push_back(mapped());
    }
    new (&m_chunks.back().get()[m_size & chunkMask]) T(value);
    ++m_size;
  }

  /// Frees the room of values before `at`, which must not be read again, as far as that is whole chunks.
  void forgetBefore(std::size_t at) {
    for (; m_forgotten < at >> chunkBits; ++m_forgotten) {
      m_chunks[m_forgotten].reset();
    }
  }

 private:
  static constexpr std::size_t chunkBits = 16;
  static constexpr std::size_t chunkSize = std::size_t{1} << chunkBits;
  static constexpr std::size_t chunkMask = chunkSize - 1;

  struct Unmap {
    void operator()(T* chunk) const { munmap(chunk, chunkSize * sizeof(T)); }
  };
  using Chunk = std::unique_ptr<T, Unmap>;

  static Chunk mapped() {
    void* pages = mmap(nullptr, chunkSize * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
      throw std::bad_alloc();
    }
    return Chunk(static_cast<T*>(pages));
  }

  std::vector<Chunk> m_chunks;
  std::size_t m_size = 0;
  std::size_t m_forgotten = 0;  // chunks
};

}  // namespace kernline
