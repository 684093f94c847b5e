// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/rocpd/rocm_names.h"
#include "core/import/sqlite/connection.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kernline::rocpd {

/// A process of a recording; a file may hold several recordings.
struct HostKey {
  std::uint32_t run = 0;
  std::int64_t pid = 0;
  auto operator<=>(const HostKey&) const = default;
};

/// A row of a device.
struct StreamKey {
  std::int32_t device = 0;
  std::int64_t stream = 0;
  std::int64_t queue = -1;  ///< -1 if tracks are distinguished by streams alone
  bool isQueue = false;     ///< it is named by its queue
  auto operator<=>(const StreamKey&) const = default;
};

/// The id by which a file joins a call and what it launched: unique within `host`, or in all of a file where that is
/// always the same. 0 if not in the file.
struct Launch {
  HostKey host;
  std::int64_t id = 0;
  bool operator==(const Launch&) const = default;
};

/// The times in a row.
struct CellTimes {
  Time start;
  Duration duration;
  SpanFlags flags = SpanFlags::None;
};

/// Builds traces from the databases of ROCm: activity on streams, calls on threads, links between both. Add activity
/// before calls: only calls that launched something get an id.
class RocmTimeline {
 public:
  /// Names beyond what a file of `fileBytes` can honestly hold are left out.
  RocmTimeline(TraceBuilder& builder, std::uint64_t fileBytes) : m_builder(builder), m_textBudget(fileBytes * 2) {}

  [[nodiscard]] ImportReport& report() { return m_builder.report(); }
  [[nodiscard]] StringId name(std::string_view text, std::uint64_t offset);

  void nameHost(HostKey host, std::string_view pid, std::string_view name);
  void nameThread(HostKey host, std::int64_t tid, std::string_view name);

  /// Counts and leaves out what has no time. `null` times are missing ones.
  [[nodiscard]] std::optional<CellTimes> times(sqlite::IntegerCell start, sqlite::IntegerCell end, std::uint64_t offset,
                                               std::string_view table);

  /// Activity of a device, and the call that launched it.
  void addActivity(const CellTimes& times, std::uint64_t offset, const ActivityName& activity, const StreamKey& stream,
                   const Launch& launch);
  /// Adds a call on a thread. `launch` links the activity that it launches; 0 if none.
  void addCall(const CellTimes& times, std::uint64_t offset, std::string_view name, const CallKind& kind, HostKey host,
               std::int64_t tid, const Launch& launch);
  void addInstant(Time time, std::uint64_t offset, std::string_view name, std::string_view category, HostKey host,
                  std::int64_t tid);
  /// A value of a counter of a device, or of a process where the device is -1.
  void addSample(std::int32_t device, HostKey host, std::string_view name, std::string_view series,
                 std::string_view unit, Time time, double value);
  /// Marks the activity that HIP graphs replayed, and gives everything to the builder. No more may be added then.
  void finish();
  [[nodiscard]] bool hasActivities() const { return !m_activities.empty(); }

 private:
  struct LaunchHash {
    std::size_t operator()(const Launch& launch) const {
      constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
      const std::uint64_t host = std::uint64_t{launch.host.run} << 32U ^ static_cast<std::uint64_t>(launch.host.pid);
      return static_cast<std::size_t>((host * odd ^ static_cast<std::uint64_t>(launch.id)) * odd);
    }
  };

  [[nodiscard]] ProcessId processOf(HostKey host);
  [[nodiscard]] ProcessId deviceProcess(std::int32_t device);
  [[nodiscard]] TrackId threadOf(HostKey host, std::int64_t tid);
  [[nodiscard]] TrackId streamOf(const StreamKey& key);
  [[nodiscard]] CategoryId category(std::string_view name);

  TraceBuilder& m_builder;
  std::uint64_t m_textBudget;
  std::map<HostKey, std::pair<std::string, std::string>> m_hostNames;  // pid and name
  std::map<std::pair<HostKey, std::int64_t>, std::string> m_threadNames;
  std::map<HostKey, ProcessId> m_hosts;
  std::map<std::int32_t, ProcessId> m_devices;
  std::map<std::pair<HostKey, std::int64_t>, TrackId> m_threads;
  std::map<StreamKey, TrackId> m_streams;
  std::map<std::tuple<std::int32_t, HostKey, std::string, std::string>, CounterId> m_counters;
  std::unordered_map<Launch, std::uint32_t, LaunchHash> m_launches;
  std::unordered_set<std::uint32_t> m_graphLaunches;
  std::vector<SpanRecord> m_activities;
  std::vector<SpanRecord> m_calls;
};

}  // namespace kernline::rocpd
