// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/batch.h"
#include "core/import/nsys/target_info.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace kernline::nsys {

/// The processes, devices and tracks of an export. Note every row first, then make them all, then ask.
class TimelineRows {
 public:
  TimelineRows(TraceBuilder& builder, const TargetInfo& info) : m_builder(builder), m_info(info) {}

  void note(const RowKey& key);
  void nameThread(std::uint64_t globalTid, const std::string& name) { m_nvtxNames.try_emplace(globalTid, name); }
  void make();

  [[nodiscard]] TrackId trackOf(const RowKey& key) const { return m_tracks.at(key); }
  /// Made if there is none, for counters of a device without work.
  ProcessId processOfDevice(std::int32_t device);
  /// Returns the process whose calls launched the activity of a row: its own, or the only one if not in the export.
  [[nodiscard]] std::uint64_t hostOf(const RowKey& key) const;

 private:
  ProcessId processOf(std::uint64_t owner);
  [[nodiscard]] Track deviceTrack(const RowKey& key);
  [[nodiscard]] Track hostTrack(const RowKey& key);
  [[nodiscard]] std::string threadName(const RowKey& key) const;
  [[nodiscard]] std::string distinguishingText(const RowKey& key) const;
  [[nodiscard]] std::int32_t deviceOf(const RowKey& key) const { return m_info.deviceNumber(key.owner, key.device); }

  TraceBuilder& m_builder;
  const TargetInfo& m_info;
  std::map<RowKey, TrackId> m_tracks;
  std::map<std::uint64_t, ProcessId> m_hosts;
  std::map<std::int32_t, ProcessId> m_devices;
  std::map<std::uint64_t, std::string> m_nvtxNames;
  std::map<std::pair<std::int32_t, std::int64_t>, std::set<std::uint64_t>> m_ownersOfStream;
  std::map<std::pair<std::int32_t, std::int64_t>, std::set<std::int64_t>> m_contextsOfStream;
};

}  // namespace kernline::nsys
