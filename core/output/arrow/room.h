// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/large_pages.h"

#include <cstddef>
#include <memory>
#include <new>

namespace kernline::arrow {

/// Uninitialized memory for `count` values, aligned as Arrow likes columns to be. Much of it is in large pages if the
/// system has them: most of the time that a column takes is what the system needs for its pages.
template <typename Value>
[[nodiscard]] std::shared_ptr<Value[]> allocateAligned(std::size_t count) {
  constexpr std::size_t ofCacheLine = 64;
  const std::size_t bytes = count * sizeof(Value);
  const std::align_val_t alignment{bytes < 2 * largePage ? ofCacheLine : largePage};
  void* const room = ::operator new(bytes, alignment);
  if (bytes >= 2 * largePage) {
    askForLargePages(room, bytes);
  }
  return {static_cast<Value*>(room), [alignment](Value* values) { ::operator delete(values, alignment); }};
}

}  // namespace kernline::arrow
