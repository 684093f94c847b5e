// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <optional>

namespace kernline {

/// The sampled counters of a device that figures are made of, as Kernline's recorder calls them.
struct DeviceCounters {
  std::optional<CounterId> smActive;    ///< "SM active", %: mean over SMs of the time in which they had a warp
  std::optional<CounterId> tensorPipe;  ///< "tensor pipe", %: of the time of all SMs
  std::optional<CounterId> dramRead;    ///< "DRAM read", bytes/s
  std::optional<CounterId> dramWrite;   ///< "DRAM write", bytes/s

  [[nodiscard]] bool isEmpty() const { return !smActive && !tensorPipe && !dramRead && !dramWrite; }
};

[[nodiscard]] DeviceCounters deviceCounters(const Trace& trace, ProcessId device);

}  // namespace kernline
