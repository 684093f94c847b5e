// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace kernline::perfetto {

/// A track by its TrackDescriptors, the last one of each field.
struct TrackInfo {
  enum class Kind : std::uint8_t { Plain, Process, Thread, Counter };
  Kind kind = Kind::Plain;
  std::uint64_t parent = 0;  ///< uuid; 0 if none
  std::string name;
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  std::string processName;
  std::string threadName;
  std::string unit;             ///< unit of a counter
  double multiplier = 1;        ///< factor of a counter's values
  bool isIncremental = false;   ///< whether a counter's values are added to those before
  bool ordersChildren = false;  ///< whether its children are ordered by rank
  std::optional<std::int32_t> rank;
};

class TrackTable {
 public:
  /// Throws protobuf::DamagedMessage.
  void add(std::string_view descriptor);
  /// The thread that a ThreadDescriptor gives a sequence, as older writers do, as the track `uuid`.
  void addThread(std::string_view threadDescriptor, std::uint64_t uuid);

  [[nodiscard]] const TrackInfo* find(std::uint64_t uuid) const;
  /// The process or thread above a track, or the track itself if it is one; nullptr where there is none.
  [[nodiscard]] const TrackInfo* ownerOf(std::uint64_t uuid) const;
  [[nodiscard]] const std::unordered_map<std::uint64_t, TrackInfo>& all() const { return m_tracks; }

 private:
  std::unordered_map<std::uint64_t, TrackInfo> m_tracks;
};

/// Returns the id of the default track of a sequence whose events name none.
[[nodiscard]] constexpr std::uint64_t sequenceTrack(std::uint32_t sequence) {
  return 0x5345'5155'0000'0000 | sequence;
}

}  // namespace kernline::perfetto
