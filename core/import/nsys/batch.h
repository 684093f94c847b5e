// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/event_tables.h"
#include "core/model/base/string_pool.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/trace_builder.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kernline::nsys {

/// Key of a timeline track, in the export's own numbers.
struct RowKey {
  enum class Kind : std::uint8_t { Stream, Sync, Thread, NvtxRanges, ProfilerOverhead };
  Kind kind = Kind::Thread;
  std::uint64_t owner = 0;   ///< the host process; 0 if not in the export
  std::uint64_t thread = 0;  ///< globalTid of a thread
  std::int64_t device = 0;   ///< CUDA's number of the device within the process
  std::int64_t context = 0;
  std::int64_t stream = 0;

  auto operator<=>(const RowKey&) const = default;
};

/// A domain of NVTX, which are numbered process by process; 0 is the one without a name.
struct DomainKey {
  std::uint64_t owner = 0;
  std::int64_t domain = 0;
  auto operator<=>(const DomainKey&) const = default;
};

/// Small numbers for keys, in the order in which they come. Neighbours often share one.
template <typename Key>
class Numbering {
 public:
  std::uint32_t operator()(const Key& key) {
    if (!m_keys.empty() && key == m_keys[m_last]) {
      return m_last;
    }
    const auto [at, isNew] = m_numbers.try_emplace(key, static_cast<std::uint32_t>(m_keys.size()));
    if (isNew) {
      m_keys.push_back(key);
    }
    return m_last = at->second;
  }
  [[nodiscard]] const std::vector<Key>& keys() const { return m_keys; }

 private:
  std::map<Key, std::uint32_t> m_numbers;
  std::vector<Key> m_keys;
  std::uint32_t m_last = 0;
};

/// A name in a batch: a text of its own, or one of StringIds where this bit is set.
inline constexpr std::uint32_t sharedNameBit = std::uint32_t{1} << 31;

struct MemoryUse {
  Time time;
  std::int64_t bytes = 0;  ///< negative: given back
  std::uint64_t owner = 0;
  std::int64_t device = 0;
  std::int64_t memoryKind = -1;
};

struct MetricSample {
  Time time;
  std::int64_t type = 0;
  std::int64_t metric = 0;
  double value = 0;
};

/// Events of a part of one table. Tracks, names and categories are the batch's own numbers until it joins a trace.
struct Batch {
  const EventTable* table = nullptr;
  std::vector<SpanRecord> spans;
  std::vector<Instant> instants;
  std::vector<MemoryUse> memory;
  std::vector<MetricSample> metrics;
  std::vector<std::size_t> unfinished;  ///< spans without an end
  StringPool words;
  Numbering<RowKey> rows;
  Numbering<DomainKey> domains;  ///< the category of an NVTX range is its domain
  std::map<DomainKey, std::string> domainNames;
  std::map<std::uint64_t, std::string> threadNames;  ///< given through NVTX
  ImportReport report;
};

}  // namespace kernline::nsys
