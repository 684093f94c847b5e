// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// A kernel before which its device was idle, so that only its launch need have kept it waiting. Found by the device's
/// clock alone, since the host's may be another.
struct FreeLaunch {
  Time start;                  ///< start of the kernel
  std::int64_t latencyNs = 0;  ///< nanoseconds from the call's begin to `start`
  SpanId activity = SpanId::none;
};

/// Selects from the `launches` of one device the kernels launched one by one with the call that launches most of them,
/// by start. If there are very many, a sample from all over the trace.
[[nodiscard]] std::vector<FreeLaunch> freeLaunches(const Trace& trace, std::span<const Launch> launches);

/// The movement of a device's clock against that of its host.
struct ClockMove {
  enum class Kind : std::uint8_t { Drift, Jump };
  Kind kind = Kind::Drift;
  std::int64_t byNs = 0;       ///< nanoseconds that the device's clock gained on the host's, over all or at the jump
  TimeRange range;             ///< observed range; for a jump, the gap in which it lies
  std::vector<SpanId> floors;  ///< the quickest launches: of a drift one of each part, of a jump those around it
};

/// The least latency of free launches is a property of the machine: in part after part of a trace it stays within a
/// microsecond or two. If it rises or falls steadily, or changes once for good, the clocks moved. Compares parts of
/// equal counts of launches, at least 8 of at least 8. nullopt if the move is shorter than 10 µs (drift) or 20 µs
/// (jump), not well above the noise of the parts, less than half of the least latency itself, or a drift steeper than
/// any clock is.
[[nodiscard]] std::optional<ClockMove> clockMove(std::span<const FreeLaunch> launches);

}  // namespace kernline
