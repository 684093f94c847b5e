// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/name_cache.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// The kind of call that a host thread waits in.
enum class HostWaitKind : std::uint8_t {
  Synchronization,  ///< a runtime call named …Synchronize: the host waits until the device has finished
  Memcpy,           ///< a runtime call named …Memcpy…: the host stages or waits for the bytes
  Communication,    ///< an operator or annotation named nccl:…, gloo:…, rccl:…, mpi:… or ucc:…
};

struct HostWait {
  TimeRange range;
  HostWaitKind kind = HostWaitKind::Synchronization;
  SpanId span = SpanId::none;
};

/// The waiting times of the threads of a trace, found on demand for each thread.
class HostWaits {
 public:
  explicit HostWaits(const Trace& trace) : m_trace(trace) {}

  /// The waits of `thread`, sorted, none overlapping: of nested ones the outermost. The first call for a thread costs a
  /// pass over its spans.
  [[nodiscard]] std::span<const HostWait> of(TrackId thread);

 private:
  [[nodiscard]] std::optional<HostWaitKind> kindOf(SpanId span);

  const Trace& m_trace;
  NameCache<std::optional<HostWaitKind>> m_calls;  // runtime calls
  NameCache<bool> m_communication;                 // communication operators and annotations
  std::map<TrackId, std::vector<HostWait>> m_waits;
};

/// The waits among `sorted`, non-overlapping ones that reach into `range`.
[[nodiscard]] std::span<const HostWait> waitsWithin(std::span<const HostWait> sorted, TimeRange range);

/// Whether a host operator or annotation of this name communicates.
[[nodiscard]] bool isHostCommunication(std::string_view name);

/// Whether the name communicates (`isHostCommunication`), or is an operator of torch.distributed around such calls.
[[nodiscard]] bool isDistributedCall(std::string_view name);

}  // namespace kernline
