// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/recent_records.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace kernline::memory {

void RecentRecords::add(std::int32_t device, const TraceEntry& entry) {
  constexpr std::size_t minRecords = std::size_t{1} << 16;  // two megabytes of records, whatever else takes the memory
  if (m_maxRecords == 0 && m_enough.stop_requested()) {
    m_maxRecords = std::max(m_kept, minRecords);
  }
  if (m_maxRecords > 0 && m_kept >= m_maxRecords) {
    makeRoom();
  }
  DeviceRecords& records = deviceOf(device);
  if (entry.timeUs < m_sinceUs) {
    ++m_leftOut;
    return;
  }
  records.entries.push_back(m_records.addEntry(entry));
  ++m_kept;
}

/// Drops the older half. Devices follow one another in a file, so that their records are looked through by time.
void RecentRecords::makeRoom() {
  std::vector<std::int64_t> times;
  times.reserve(m_kept);
  for (const auto& [number, device] : m_devices) {
    for (const std::uint32_t entry : device.entries) {
      times.push_back(m_records.entry(entry).timeUs);
    }
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  const std::int64_t since = *middle;
  if (since == noTime || since == *std::ranges::min_element(times)) {
    m_maxRecords = std::numeric_limits<std::size_t>::max();  // the file does not say which are older
    return;
  }
  const std::uint32_t firstMoved = m_records.entryCount();
  for (auto& [number, device] : m_devices) {
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t entry : device.entries) {
      if (m_records.entry(entry).timeUs >= since) {
        kept.push_back(m_records.addEntry(TraceEntry(m_records.entry(entry))));
      }
    }
    m_leftOut += device.entries.size() - kept.size();
    m_kept -= device.entries.size() - kept.size();
    device.entries = std::move(kept);
  }
  m_records.forgetEntriesBefore(firstMoved);
  m_sinceUs = since;
}

std::int64_t RecentRecords::firstUs() const {
  std::int64_t first = noTime;
  for (const auto& [number, device] : m_devices) {
    for (const std::uint32_t entry : device.entries) {
      first = std::min(first, m_records.entry(entry).timeUs);
    }
  }
  return first;
}

}  // namespace kernline::memory
