// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <thread>

namespace kernline {

/// Bytes of memory that the process holds as its own: pages of mapped files, which come back when they are given back,
/// are not among them. 0 if the system does not report it.
[[nodiscard]] std::uint64_t ownMemory();

/// Returns how much memory a process may take at most: what it holds, and three quarters of what the machine and
/// the process's control group have free now.
[[nodiscard]] std::uint64_t usualMemoryCeiling();

/// Looks every few milliseconds at `ownMemory()`.
class MemoryWatch {
 public:
  /// `onReached` is called once when the process holds `ceiling` bytes: by the constructor if it already does, else
  /// from a thread of its own. Without such a thread nothing is watched.
  MemoryWatch(std::uint64_t ceiling, std::function<void()> onReached);
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch() = default;

 private:
  std::jthread m_thread;
};

}  // namespace kernline
