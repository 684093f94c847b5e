// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/string_ids.h"
#include "core/import/sqlite/connection.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::nsys {

/// The process of a serialized GlobalId: host and machine in the upper bits, then 24 bits of pid; the lowest 24 are
/// the thread's (nsys-exporter, "Serialized Process and Thread Identifiers").
[[nodiscard]] constexpr std::uint64_t ownerOf(std::uint64_t globalId) {
  return globalId >> 24U;
}
[[nodiscard]] constexpr std::uint64_t pidOf(std::uint64_t owner) {
  return owner & 0xffffffU;
}
[[nodiscard]] constexpr std::uint64_t tidOf(std::uint64_t globalId) {
  return globalId & 0xffffffU;
}

/// A metric sampled on a GPU.
struct MetricName {
  std::string name;  ///< "SMs Active"
  std::string unit;  ///< "%", "MHz", "" if not in the file
};

/// Data of an export besides its events: machine, processes, names and numbers. All of it may be absent.
struct TargetInfo {
  std::vector<Device> devices;  ///< ids are the numbers of `deviceNumber`
  /// Keyed by pid and CUDA's number there.
  std::map<std::pair<std::uint64_t, std::int64_t>, std::int32_t> deviceOfCuda;
  std::map<std::int64_t, std::int32_t> deviceOfGpu;                                ///< keyed by nsys' number of the GPU
  std::unordered_map<std::uint64_t, std::string> processNames;                     ///< keyed by owner
  std::unordered_map<std::uint64_t, std::string> threadNames;                      ///< keyed by globalTid
  std::map<std::string, std::map<std::int64_t, std::string>, std::less<>> labels;  ///< keyed by enumeration and code
  std::map<std::pair<std::int64_t, std::int64_t>, MetricName> metrics;             ///< keyed by type and metric
  std::vector<MetadataEntry> metadata;
  std::string schemaVersion;
  std::int64_t startUtcNs = 0;  ///< wall clock of time 0; 0 if unknown

  /// The model's number of a device: CUDA's own, unless processes number the GPUs differently; then the machine's.
  [[nodiscard]] std::int32_t deviceNumber(std::uint64_t owner, std::int64_t cudaDevice) const;
  /// "" where the enumeration or the code is unknown.
  [[nodiscard]] std::string_view label(std::string_view enumeration, std::int64_t code) const;
};

/// Reads it, and counts in `report` what nsys itself warned of.
[[nodiscard]] TargetInfo readTargetInfo(const sqlite::Connection& database, const std::vector<std::string>& tables,
                                        const StringIds& strings, ImportReport& report);

}  // namespace kernline::nsys
