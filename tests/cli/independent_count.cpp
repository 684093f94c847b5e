// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/independent_count.h"

#include "tests/support/exact_time.h"
#include "tests/support/plain_events.h"
#include "tests/support/test_files.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace kernline::test {

namespace {

std::string kindOf(const std::string& category) {
  if (category == "kernel") {
    return "kernel";
  }
  if (category == "gpu_memcpy" || category == "memcpy") {
    return "memcpy";
  }
  return category == "gpu_memset" || category == "memset" ? "memset" : "";
}

}  // namespace

IndependentCount countIndependently(const std::string& path) {
  IndependentCount count;
  static_cast<void>(readPlain(readDecoded(path), [&](const PlainEvent& event) {
    if (event.phase() != 'X') {
      return;
    }
    std::string category{event.text("cat")};
    std::ranges::transform(category, category.begin(), [](unsigned char c) { return std::tolower(c); });
    count.complete.push_back({.name = std::string{event.text("name")},
                              .category = category,
                              .pid = std::string{event.text("pid")},
                              .start = nanoseconds(event.text("ts")).value_or(0),
                              .duration = std::max<std::int64_t>(0, nanoseconds(event.text("dur")).value_or(0))});
  }));
  return count;
}

std::map<std::string, std::vector<std::int64_t>> IndependentCount::durations(const std::string& kind) const {
  std::map<std::string, std::vector<std::int64_t>> byName;
  for (const CompleteEvent& event : complete) {
    if (kind == kindOf(event.category)) {
      byName[event.name].push_back(event.duration);
    }
  }
  for (auto& [name, values] : byName) {
    std::ranges::sort(values);
  }
  return byName;
}

std::map<std::string, std::vector<Interval>> IndependentCount::deviceActivities() const {
  std::map<std::string, std::vector<Interval>> byPid;
  for (const CompleteEvent& event : complete) {
    if (!kindOf(event.category).empty()) {
      byPid[event.pid].emplace_back(event.start, event.start + event.duration);
    }
  }
  return byPid;
}

std::int64_t unionLength(std::vector<Interval> intervals) {
  std::ranges::sort(intervals);
  std::int64_t length = 0;
  std::int64_t reached = std::numeric_limits<std::int64_t>::min();
  for (const auto& [begin, end] : intervals) {
    length += std::max<std::int64_t>(0, end - std::max(begin, reached));
    reached = std::max(reached, end);
  }
  return length;
}

}  // namespace kernline::test
