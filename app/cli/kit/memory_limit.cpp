// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/memory_limit.h"

#include "app/cli/kit/exit_code.h"
#include "core/model/base/memory_watch.h"
#include "core/model/base/unfinished_file.h"
#include "core/model/format/quantity.h"

#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

namespace kernline::cli {

namespace {

std::uint64_t& chosenCeiling() {
  static std::uint64_t ceiling = 0;
  return ceiling;
}

std::atomic<bool>& outlivesEndOfMemory() {
  static std::atomic<bool> outlives{false};
  return outlives;
}

/// Ends the program from any thread, without allocating memory. Other threads run on until then.
[[noreturn]] void endWith(std::string_view sentence) {
  removeUnfinished();
  constexpr std::string_view wipeLine = "\r\x1b[K";
  if (::isatty(STDERR_FILENO) == 1) {
    static_cast<void>(::write(STDERR_FILENO, wipeLine.data(), wipeLine.size()));
  }
  static_cast<void>(::write(STDERR_FILENO, sentence.data(), sentence.size()));
  std::_Exit(unusableInput);
}

}  // namespace

void endWhereMemoryEnds() {
  std::set_new_handler([] {
    endWith("kernline: not enough memory; close other programs, or raise the limit of this one (ulimit -v)\n");
  });
}

void limitMemory(std::uint64_t bytes) {
  const std::uint64_t ceiling = bytes > 0 ? bytes : usualMemoryCeiling();
  chosenCeiling() = ceiling;
  static std::string sentence;
  sentence = "kernline: reached the memory limit of " + formatBytes(static_cast<std::int64_t>(ceiling)) +
             "; close other programs, or raise the limit with --max-memory\n";
  // Never destroyed: it looks until the program ends.
  [[maybe_unused]] static const auto* const watch = new MemoryWatch(ceiling, [] {
    if (!outlivesEndOfMemory()) {
      endWith(sentence);
    }
  });
}

void outliveEndOfMemory() {
  outlivesEndOfMemory() = true;
  std::set_new_handler(nullptr);
}

std::uint64_t memoryCeiling() {
  return chosenCeiling() > 0 ? chosenCeiling() : usualMemoryCeiling();
}

}  // namespace kernline::cli
