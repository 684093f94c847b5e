// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event_batch.h"
#include "core/model/base/source_text.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <vector>

namespace kernline::chrome {

/// The tracks of rocprof's process "COPY", which holds the copies of all devices: each copy names its device in its
/// args. Separates them, so that each device has its own track.
class MemcpyTracks {
 public:
  static constexpr std::int32_t noDevice = -1;

  /// A copy on track `fileTrack` of the file. Reads its event again.
  void add(std::uint32_t fileTrack, const SpanRecord& copy, const SourceText& source);
  /// Call once after the last `add`.
  void sort();

  [[nodiscard]] bool isEmpty() const { return m_fileTracks.empty(); }
  /// The devices of the copies of a track, ascending; empty if it is no such track.
  [[nodiscard]] std::vector<std::int32_t> devicesOf(std::uint32_t fileTrack) const;
  void setTrack(std::uint32_t fileTrack, std::int32_t device, TrackId track) {
    m_fileTracks[fileTrack].tracks[device] = track;
  }

  /// The track of the copy of an event; none if it was not added.
  [[nodiscard]] TrackId trackOf(std::uint32_t fileTrack, Time start, std::uint64_t offset) const;
  /// The track of the latest copy that begins at or before a time; of the first one if there is none. For ends of
  /// flows, which name a track and a time only.
  [[nodiscard]] TrackId trackAt(std::uint32_t fileTrack, Time time) const;

 private:
  struct Copy {
    Time start;
    std::uint64_t offset = 0;
    std::int32_t device = noDevice;
    auto operator<=>(const Copy&) const = default;
  };
  struct FileTrack {
    std::vector<Copy> copies;
    std::map<std::int32_t, TrackId> tracks;
  };

  std::map<std::uint32_t, FileTrack> m_fileTracks;
};

}  // namespace kernline::chrome
