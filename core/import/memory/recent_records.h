// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/memory/device_records.h"
#include "core/import/memory/snapshot_records.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <stop_token>
#include <utility>

namespace kernline::memory {

/// Collects records of devices, all of them or, where memory ends, those since a moment that moves on: what is left is
/// the snapshot of an allocator that began to record then. The last state of the memory fits to these alone, not to the
/// first ones.
class RecentRecords {
 public:
  RecentRecords(SnapshotRecords& records, std::stop_token enough) : m_records(records), m_enough(std::move(enough)) {}

  void add(std::int32_t device, const TraceEntry& entry);

  [[nodiscard]] std::map<std::int32_t, DeviceRecords>& devices() { return m_devices; }
  [[nodiscard]] DeviceRecords& deviceOf(std::int32_t device) {
    return m_devices.try_emplace(device, DeviceRecords{device, {}, {}, {}}).first->second;
  }
  /// Records of all devices from before `sinceUs`, which are gone.
  [[nodiscard]] std::uint64_t leftOut() const { return m_leftOut; }
  [[nodiscard]] std::int64_t sinceUs() const { return m_sinceUs; }
  /// Returns the earliest time of the records, in µs since 1970; `noTime` if none has a time.
  [[nodiscard]] std::int64_t firstUs() const;

 private:
  void makeRoom();

  SnapshotRecords& m_records;
  std::stop_token m_enough;
  std::map<std::int32_t, DeviceRecords> m_devices;
  std::size_t m_kept = 0;
  std::size_t m_maxRecords = 0;  // records that there is room for; 0 if not set
  std::uint64_t m_leftOut = 0;
  std::int64_t m_sinceUs = 0;
};

}  // namespace kernline::memory
