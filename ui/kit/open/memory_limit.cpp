// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/memory_limit.h"

#include "core/model/base/memory_watch.h"

#include <atomic>

namespace kernline::ui {

namespace {

// Limit that every reader of a file, on any thread, asks for.
std::atomic<std::uint64_t> limit{0};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

void setMemoryLimit(std::uint64_t bytes) {
  limit = bytes;
}

std::uint64_t memoryLimit() {
  return limit;
}

std::uint64_t memoryToUse() {
  return memoryLimit() > 0 ? memoryLimit() : usualMemoryCeiling();
}

}  // namespace kernline::ui
