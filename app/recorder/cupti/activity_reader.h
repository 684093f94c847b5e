// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/activity_names.h"
#include "app/recorder/cupti/launch_watcher.h"
#include "app/recorder/cupti/recorded_devices.h"
#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/event_sink.h"

#include <cupti.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::recorder {

/// CUPTI's records to events. Reads the records by the layouts of CUDA 12.4, which every later version only extends.
class ActivityReader {
 public:
  ActivityReader(EventSink& sink, ProcessIdentity process, std::vector<std::string> devices);

  /// Sets another receiver of each kernel.
  void setKernelCallback(std::function<void(const KernelEvent&)> callback) { m_onKernel = std::move(callback); }

  void read(const CUpti_Activity& record);
  /// Takes news of launches, before or after their records are read.
  void learn(LaunchWatcher::News news);
  /// Passes on events that waited for a record missing from the last buffers, then everything into the sink.
  void endOfBuffer();
  /// Ends what will not be finished any more, at `now`.
  void end(std::int64_t now);

  /// Whether records without times are of what GPUs have not finished. From any thread.
  void expectInFlight(bool isExpected) { m_expectsInFlight = isExpected; }

  /// Records that the sink did not take, or that had no times.
  [[nodiscard]] std::uint64_t lost() const { return m_lost; }
  /// Records of what GPUs had not finished.
  [[nodiscard]] std::uint64_t inFlight() const { return m_inFlight; }
  [[nodiscard]] bool isTaken() const { return m_isTaken; }

 private:
  struct OpenRange {
    std::string name;
    std::string domain;
    std::int64_t start = 0;
    std::uint32_t thread = 0;
    RangeDetails details;

    [[nodiscard]] RangeEvent event(std::int64_t end) const;
  };
  struct HeldCall {
    CallEvent event;
    int buffersSeen = 0;
  };
  struct MemoryTotals {
    std::int64_t allocated = 0;
    std::int64_t outsidePools = 0;
    std::map<std::uint64_t, std::int64_t> pools;  // sizes by address
  };

  void readKernel(const CUpti_ActivityKernel9& record);
  void readCopy(const CUpti_ActivityMemcpy5& record);
  void readPeerCopy(const CUpti_ActivityMemcpyPtoP4& record);
  void readSet(const CUpti_ActivityMemset4& record);
  void readRuntimeCall(const CUpti_ActivityAPI& record);
  void readDriverCall(const CUpti_ActivityAPI& record);
  void readSync(const CUpti_ActivitySynchronization& record);
  void readMarker(const CUpti_ActivityMarker2& record);
  void readMarkerData(const CUpti_ActivityMarkerData& record);
  void addMarks();
  void readOverhead(const CUpti_ActivityOverhead& record);
  void readPool(const CUpti_ActivityMemoryPool2& record);
  /// Adds up what happened before `time`.
  void addMemory(std::int64_t time);
  void addMemory(const CUpti_ActivityMemory3& record);
  void addMetrics(const DeviceActivity& kernel, const CountedLaunch& launch);
  void release(std::uint32_t thread, std::uint32_t correlation);
  /// Sets the place where activity ran, in the recording's numbers; false if it was not finished.
  template <typename Record>
  bool place(const Record& record, DeviceActivity& activity);
  std::uint32_t idOf(std::uint32_t device);
  void pass();

  EventSink& m_sink;
  std::function<void(const KernelEvent&)> m_onKernel;
  std::int32_t m_pid;
  EventLines m_lines;
  RecordedDevices m_devices;
  CallNames m_runtimeNames{CUPTI_CB_DOMAIN_RUNTIME_API};
  CallNames m_driverNames{CUPTI_CB_DOMAIN_DRIVER_API};
  std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>, std::string> m_copyNames;
  std::map<std::uint32_t, std::uint32_t> m_deviceOfContext;
  std::unordered_map<std::uint32_t, OpenRange> m_ranges;
  std::unordered_map<std::uint32_t, OpenRange> m_marks;       // marks that wait for the rest of their data
  std::unordered_map<std::uint32_t, RangeDetails> m_details;  // details that came before their ranges
  std::unordered_map<std::uint32_t, HeldCall> m_held;         // keyed by thread
  /// Records that wait for older ones: each thread has its own buffers, which come one after the other.
  std::vector<std::variant<CUpti_ActivityMemory3, CUpti_ActivityMemoryPool2>> m_heldMemory;
  std::int64_t m_newestMemory = 0;
  std::map<int, MemoryTotals> m_memory;
  std::unordered_map<std::uint64_t, std::int64_t> m_sizes;           // sizes of allocations, by address
  std::set<std::uint32_t> m_ignored;                                 // correlation ids of launches that are left out
  std::map<std::uint32_t, std::optional<DeviceActivity>> m_awaited;  // kernels of launches that are being counted
  std::map<std::uint32_t, CountedLaunch> m_counted;                  // counted launches whose kernel is still to come
  std::atomic<bool> m_expectsInFlight{false};
  std::uint64_t m_lost = 0;
  std::uint64_t m_inFlight = 0;
  bool m_isTaken = true;
};

}  // namespace kernline::recorder
