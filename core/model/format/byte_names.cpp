// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/byte_names.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace kernline {

namespace {}  // namespace

bool isNameOfBytes(std::string_view name) {
  constexpr std::string_view word = "bytes";
  constexpr std::array<std::string_view, 5> others{"total allocated", "total reserved", "shared memory",
                                                   "static shared memory", "dynamic shared memory"};
  const std::string low = lowered(name);
  if (!low.ends_with(word)) {
    return std::ranges::find(others, low) != others.end();
  }
  const std::size_t before = name.size() - word.size();
  return before == 0 || !isLetter(name[before - 1]) || name[before] == 'B';  // "allocatedBytes", not "kilobytes"
}

bool mustBeBytes(std::string_view name, double maxValue) {
  constexpr std::array<std::string_view, 4> words{"memory", "allocated", "reserved", "heap"};
  constexpr double max = 256.0 * 1024 * 1024;  // read as KiB, this is more memory than a device has
  const std::string low = lowered(name);
  return maxValue >= max &&
         std::ranges::any_of(words, [&](std::string_view word) { return low.find(word) != std::string::npos; });
}

}  // namespace kernline
