// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// Columns of a torch table with what rows allocated less what they freed, over the whole profile: no peaks.
struct TableMemory {
  std::size_t table = 0;                  ///< index in the log's tables
  std::optional<std::size_t> selfDevice;  ///< "Self CUDA Mem"
  std::optional<std::size_t> device;      ///< "CUDA Mem"
  std::optional<std::size_t> selfHost;    ///< "Self CPU Mem"
  std::optional<std::size_t> host;        ///< "CPU Mem"
  /// Rows with values other than zero, those furthest from zero first: by self on the device, then what it calls there,
  /// then the same on the host.
  std::vector<std::uint32_t> rows;
};

/// Memory figures of a log: no curve, for a log has no order in time.
struct LogMemory {
  std::vector<TableMemory> tables;
  std::vector<std::uint32_t> figures;   ///< indices of metrics in bytes: peaks, forward and backward figures
  std::vector<std::uint32_t> failures;  ///< indices of failures for want of memory

  [[nodiscard]] bool isEmpty() const { return tables.empty() && figures.empty() && failures.empty(); }
};

[[nodiscard]] LogMemory logMemory(const Log& log);

}  // namespace kernline
