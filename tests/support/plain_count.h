// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "tests/support/plain_events.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {

struct CategoryCount {
  std::uint64_t count = 0;
  std::int64_t totalNs = 0;

  bool operator==(const CategoryCount&) const = default;
};

/// Contents of a trace, counted event by event from the plain text without any of the importer's code.
struct PlainCount {
  std::uint64_t entries = 0;
  std::uint64_t complete = 0;  ///< X with a usable timestamp
  std::uint64_t begins = 0;    ///< B with a usable timestamp
  std::uint64_t instants = 0;  ///< i, I and R
  std::uint64_t memory = 0;    ///< number of these that are "[memory]" with Bytes
  std::uint64_t flowRecords = 0;
  std::uint64_t counterSamples = 0;
  std::uint64_t withoutDuration = 0;
  std::uint64_t negativeDuration = 0;
  std::map<std::string, CategoryCount> byCategory;                       ///< X by "cat"
  std::map<std::pair<std::string, std::string>, std::uint64_t> spansOf;  ///< X and B by (pid, tid)
  std::map<std::string, std::map<std::string, CategoryCount>> kernels;   ///< kernels by pid and name
  std::map<std::string, std::vector<TimeRange>> deviceActivities;        ///< kernels, memcpys and memsets by pid
  PlainMembers metadata;

  void add(const PlainEvent& event);
};

/// Counts all events of a well-formed document; `isWellFormed` is true if it was one.
PlainCount countPlainly(std::string_view text, bool& isWellFormed);

/// The length of the union of `ranges`, by sorting and sweeping.
[[nodiscard]] std::int64_t unionLength(std::vector<TimeRange> ranges);

}  // namespace kernline::test
