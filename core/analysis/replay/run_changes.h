// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/run_graph.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// Gathers changes of single pieces of a run for one replay. The graph must outlive it.
class RunChanges {
 public:
  explicit RunChanges(const RunGraph& graph) : m_graph(graph) {}

  /// The time of an activity with the changes so far: of a collective from when all ranks have begun.
  [[nodiscard]] Duration time(std::uint32_t activity) const;
  void setTime(std::uint32_t activity, Duration time);
  /// Moves the activity to a stream of its own, before anything needs it; the call that launches it does not wait.
  void doAhead(std::uint32_t activity);
  /// A collective waits for no other rank.
  void doAlone(std::uint32_t activity);
  /// Scales the time that a call and its callees take on the host. No effect for `SpanId::none`.
  void scaleCall(SpanId call, float factor);
  /// The call does not wait for the device. No effect for `SpanId::none`.
  void dropWait(SpanId call);
  /// All that is launched is launched at once, as by a CUDA graph: the host takes no time of its own.
  void launchAtOnce();
  /// Nodes of a graph follow each other quicker than kernels do.
  void closeGaps();

  [[nodiscard]] ReplayChanges& changes() { return m_changes; }
  [[nodiscard]] const ReplayChanges& changes() const { return m_changes; }

 private:
  const RunGraph& m_graph;
  ReplayChanges m_changes;
};

}  // namespace kernline
