// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event_batch.h"
#include "core/model/base/source_text.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <vector>

namespace kernline::chrome {

/// The rows of rocprof's process "COPY", which holds the copies of all devices: each copy names its device in its args.
/// Separates them, so that each device has its own track.
class MemcpyRows {
 public:
  static constexpr std::int32_t noDevice = -1;

  /// A copy on row `row` of the file. Reads its event again.
  void add(std::uint32_t row, const SpanRecord& copy, const SourceText& source);
  /// Call once after the last `add`.
  void sort();

  [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
  /// The devices of the copies of a row, ascending; empty if it is no such row.
  [[nodiscard]] std::vector<std::int32_t> devicesOf(std::uint32_t row) const;
  void setTrack(std::uint32_t row, std::int32_t device, TrackId track) { m_rows[row].tracks[device] = track; }

  /// The row of the copy of an event; none if it was not added.
  [[nodiscard]] TrackId trackOf(std::uint32_t row, Time start, std::uint64_t offset) const;
  /// The row of the latest copy that begins at or before a time; of the first one if there is none. For ends of flows,
  /// which name a row and a time only.
  [[nodiscard]] TrackId trackAt(std::uint32_t row, Time time) const;

 private:
  struct Copy {
    Time start;
    std::uint64_t offset = 0;
    std::int32_t device = noDevice;
    auto operator<=>(const Copy&) const = default;
  };
  struct Row {
    std::vector<Copy> copies;
    std::map<std::int32_t, TrackId> tracks;
  };

  std::map<std::uint32_t, Row> m_rows;
};

}  // namespace kernline::chrome
