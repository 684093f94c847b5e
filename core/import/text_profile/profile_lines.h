// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::text_profile {

/// One stack or line that a profiler printed: its row, frames from the root to the leaf, weight, and place in the text.
struct WeighedStack {
  std::string row;
  std::vector<std::string> frames;
  std::int64_t weight = 0;
  std::size_t byte = 0;
};
using TakeStack = std::function<void(WeighedStack)>;

/// Whether a text with this beginning is what `py-spy dump` prints: processes, threads, frames.
[[nodiscard]] bool isStackDump(std::string_view head);
/// Each thread has one stack, which weighs 1. Returns the number of other lines.
std::size_t readStackDump(std::string_view text, const TakeStack& take);

/// Whether a text with this beginning is what line_profiler prints: functions with the time of each of their lines.
[[nodiscard]] bool isLineProfile(std::string_view head);
/// Each line of each function that took time, in nanoseconds. Returns the number of other lines.
std::size_t readLineProfile(std::string_view text, const TakeStack& take);

}  // namespace kernline::text_profile
