// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"

#include <compare>
#include <cstdint>

namespace kernline::ui {

enum class RowClass : std::uint8_t {
  Root,    ///< parent of the groups
  Pinned,  ///< the group at the top; number 0
  // Groups
  Process,  ///< number: the process; -1 for tracks and counters of none
  Device,   ///< number: as the file counts devices; -1 for the host
  Rank,     ///< number: the distributed rank; -1 if unknown
  Sort,     ///< number: a TrackKind, or one more for counters
  // Rows
  Path,   ///< the critical path; number: -1
  Idle,   ///< idle causes of a device; number: its process
  Queue,  ///< queue depth of the device
  Track,
  Counter,
};

/// Names a row, or a group of rows, of one trace.
struct RowId {
  RowClass of = RowClass::Root;
  std::int32_t number = 0;

  auto operator<=>(const RowId&) const = default;
  [[nodiscard]] bool isGroup() const { return of < RowClass::Path; }
  /// Returns whether the row shows derived data, not data of the trace.
  [[nodiscard]] bool isNote() const { return of >= RowClass::Path && of <= RowClass::Queue; }
  [[nodiscard]] TrackId track() const {
    return of == RowClass::Track ? TrackId{static_cast<std::uint32_t>(number)} : TrackId::none;
  }
  [[nodiscard]] CounterId counter() const {
    return of == RowClass::Counter ? CounterId{static_cast<std::uint32_t>(number)} : CounterId::none;
  }
  [[nodiscard]] ProcessId process() const {
    return of == RowClass::Process && number >= 0 ? ProcessId{static_cast<std::uint32_t>(number)} : ProcessId::none;
  }
};

inline constexpr RowId rootRow{RowClass::Root, 0};
inline constexpr RowId pinnedGroup{RowClass::Pinned, 0};
inline constexpr RowId pathRow{RowClass::Path, -1};

constexpr RowId rowOf(TrackId track) {
  return {RowClass::Track, static_cast<std::int32_t>(track)};
}
constexpr RowId rowOf(CounterId counter) {
  return {RowClass::Counter, static_cast<std::int32_t>(counter)};
}
constexpr RowId rowOf(ProcessId process) {
  return {RowClass::Process, static_cast<std::int32_t>(process)};  // none becomes -1
}

}  // namespace kernline::ui
