// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/memory_watch.h"

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// proc(5): "MemAvailable:    1234 kB".
std::uint64_t availableOnMachine() {
  std::ifstream in("/proc/meminfo");
  std::string key;
  std::uint64_t kilobytes = 0;
  for (std::string unit; in >> key >> kilobytes; std::getline(in, unit)) {
    if (key == "MemAvailable:") {
      return kilobytes * 1024;
    }
  }
  return unlimited;
}

std::optional<std::uint64_t> numberIn(const std::string& path) {
  std::ifstream in(path);
  std::uint64_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

/// Returns the bytes available in the control group, version 2 or 1, that a container shows as its root.
std::uint64_t availableInGroup() {
  constexpr std::pair<const char*, const char*> files[] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
  for (const auto& [limitFile, usedFile] : files) {
    const auto limit = numberIn(limitFile);
    const auto used = numberIn(usedFile);
    if (limit && used) {
      return *limit - std::min(*limit, *used);
    }
  }
  return unlimited;
}

}  // namespace

std::uint64_t ownMemory() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  if (!(in >> total >> resident >> shared)) {
    return 0;
  }
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return (resident - std::min(resident, shared)) * page;
}

std::uint64_t usualMemoryCeiling() {
  const std::uint64_t available = std::min(availableOnMachine(), availableInGroup());
  return available == unlimited ? unlimited : ownMemory() + available / 4 * 3;
}

MemoryWatch::MemoryWatch(std::uint64_t ceiling, std::function<void()> onReached) {
  if (ownMemory() >= ceiling) {
    onReached();
    return;
  }
  const auto watch = [ceiling, tell = std::move(onReached)](const std::stop_token& stop) {
    constexpr std::chrono::milliseconds between{10};
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, between, [&] { return stop.stop_requested(); })) {
      if (ownMemory() >= ceiling) {
        tell();
        return;
      }
    }
  };
  try {
    m_thread = std::jthread(watch);
  } catch (const std::system_error&) {
    return;
  }
}

}  // namespace kernline
