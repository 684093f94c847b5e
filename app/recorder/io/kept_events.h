// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/conditions.h"
#include "app/recorder/io/record_counts.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

namespace kernline::recorder {

/// The latest events in memory, as long as the limits allow. Names of rows, and the last values of counters, outlive
/// the events that they came with.
class KeptEvents {
 public:
  using Text = std::shared_ptr<const std::string>;
  struct Part {
    Text text;
    RecordCounts counts;
    std::int64_t arrived = 0;  ///< ns on the recording's clock; its events ended before that
  };

  explicit KeptEvents(KeepLimits limits) : m_limits(limits) {}

  void add(Text events, const RecordCounts& counts, std::int64_t now);
  /// Forgets what is older than the limit.
  void forgetOld(std::int64_t now);

  /// Returns the events before the parts: names of rows and values of counters. Those count.
  [[nodiscard]] Part beginning() const;
  [[nodiscard]] const std::deque<Part>& parts() const { return m_parts; }
  [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
  /// The number of events that arrived since `time` and had no room.
  [[nodiscard]] std::uint64_t droppedSince(std::int64_t time) const;

 private:
  struct Drop {
    std::int64_t arrived = 0;
    std::uint64_t events = 0;
  };
  void forgetFirst();

  KeepLimits m_limits;
  std::deque<Part> m_parts;
  std::uint64_t m_bytes = 0;  // size in bytes, including names and values
  std::deque<Drop> m_drops;
  std::unordered_set<std::string> m_named;
  std::string m_names;
  std::map<std::string, std::string, std::less<>> m_values;  // lines of counters, by what is before their time
};

}  // namespace kernline::recorder
