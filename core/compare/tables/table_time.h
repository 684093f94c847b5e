// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// Times of a profiler's table, in nanoseconds; nullopt if not in the table.
struct TableTime {
  std::optional<double> printedDevice;  ///< "Self CUDA time total", as the profiler summed all rows
  std::optional<double> printedHost;    ///< "Self CPU time total"
  std::optional<double> deviceRows;     ///< self device time of the rows that are listed, of one kind only
  RowKind deviceRowKind = RowKind::Plain;
  std::optional<double> hostRows;  ///< self host time of all rows that are listed, or time of calls of the host
  std::uint32_t printedDeviceLine = 0;
  std::uint32_t printedHostLine = 0;

  /// The printed total, since rows may have been left out of the table; else the rows.
  [[nodiscard]] std::optional<double> device() const { return printedDevice ? printedDevice : deviceRows; }
  [[nodiscard]] std::optional<double> host() const { return printedHost ? printedHost : hostRows; }
};

[[nodiscard]] TableTime tableTime(const Log& log, const LogTable& table);

/// Whether it is a profiler's table of operators, kernels or calls, with their times.
[[nodiscard]] bool isProfile(const LogTable& table);

/// Whether times of such a table pass on the device.
[[nodiscard]] bool hasDeviceTimes(const Log& log, const LogTable& table);

}  // namespace kernline
