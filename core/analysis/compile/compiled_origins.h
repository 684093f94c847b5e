// SPDX-License-Identifier: GPL-3.0-or-later
// This folder links kernels with the calls of compiled graphs, and with what they fuse.
#pragma once

#include "core/model/compiled/compiled_graph.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace kernline {

/// Origin of a kernel in a graph that torch.compile compiled.
struct CompiledOrigin {
  std::vector<std::string> fuses;          ///< operators, by the code or else the name; empty if in neither
  std::string backend;                     ///< "triton", of the operator's args
  std::string configuration;               ///< "XBLOCK=1024", of the operator's args
  std::string file;                        ///< source file in the operator's args; else in the code
  std::vector<std::string> graphs;         ///< names of those that it can be of; several if ambiguous
  const CompiledKernel* kernel = nullptr;  ///< its code, where all of them have the same; nullptr if unknown
  const CompiledCall* call = nullptr;  ///< the call, where all of them have one of the same nodes; nullptr if unknown
};

/// Counts the Triton kernels of a trace that are known in the files of torch.compile.
struct CompiledFigures {
  std::uint64_t kernels = 0;  ///< runs of Triton kernels of Inductor
  Duration time;              ///< time of these kernels
  std::uint64_t called = 0;   ///< number of these with a known call
};

/// Joins kernels to the calls of compiled graphs. No profiler records which: a call has a name and a number, a kernel
/// has the name, and in another graph the same name means other nodes. Kernels of one run of a graph ("## Call
/// CompiledFxGraph" on the host, or the replay of a CUDA graph) are in the order of its calls: if there are as many and
/// all names agree the N-th kernel is the N-th call; else, where a name has as many runs as calls, its n-th run is its
/// n-th call. If the operator names the file that a kernel was compiled from, only graphs with this file match.
/// Remembers runs of graphs; not for several threads at once.
class CompiledOrigins {
 public:
  CompiledOrigins(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<CompiledGraph>> graphs);

  [[nodiscard]] const std::vector<CompiledGraph>& graphs() const { return *m_graphs; }
  /// nullopt for activity that is neither a Triton kernel of Inductor nor a kernel whose call is known.
  [[nodiscard]] std::optional<CompiledOrigin> of(SpanId kernel);
  /// Returns the figures of all kernels.
  [[nodiscard]] CompiledFigures figures();

 private:
  /// The calls of a graph that a run of it made, by place in the run; nullptr if unknown.
  struct Fit {
    const CompiledGraph* graph = nullptr;
    std::vector<const CompiledCall*> calls;
  };
  struct Run {
    std::vector<SpanId> kernels;  ///< launch order
    std::vector<Fit> fits;
  };

  [[nodiscard]] Run& runOf(SpanId kernel);
  [[nodiscard]] SpanId regionOf(SpanId launch) const;
  [[nodiscard]] std::vector<SpanId> kernelsIn(SpanId region, SpanId launch) const;
  [[nodiscard]] std::optional<Fit> fitOf(const CompiledGraph& graph, std::span<const SpanId> kernels) const;
  [[nodiscard]] std::string fileOf(SpanId kernel) const;
  [[nodiscard]] bool canBeOf(const CompiledGraph& graph, SpanId kernel) const;
  void readArgs(SpanId kernel, CompiledOrigin& origin) const;
  void addFused(SpanId kernel, CompiledOrigin& origin) const;
  [[nodiscard]] bool isOperator(std::string_view name) const { return m_operators.contains(name); }

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const std::vector<CompiledGraph>> m_graphs;
  std::unordered_set<std::string_view> m_operators;  // base names of the trace's own: "moe_forward"
  std::map<SpanId, Run> m_runs;                      // keyed by region, or by graph launch
};

}  // namespace kernline
