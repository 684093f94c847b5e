// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/forward_links.h"
#include "core/analysis/calls/scope_names.h"
#include "core/analysis/graphs/graph_join.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Device time by phase; what runs side by side adds up.
struct PhaseTimes {
  std::array<std::int64_t, workPhaseCount> ns{};

  [[nodiscard]] std::int64_t of(WorkPhase phase) const { return ns[static_cast<std::size_t>(phase)]; }
  [[nodiscard]] std::int64_t total() const { return std::reduce(ns.begin(), ns.end()); }
  PhaseTimes& operator+=(const PhaseTimes& more) {
    for (std::size_t phase = 0; phase < workPhaseCount; ++phase) {
      ns[phase] += more.ns[phase];
    }
    return *this;
  }
  bool operator==(const PhaseTimes&) const = default;
};

/// The calls of one module that modules of the same names around it call.
struct ModuleRow {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  StringId name = StringId::none;  ///< as in the file: "nn.Module: Linear_0"
  std::uint32_t parent = none;     ///< the row of the module it is in; comes before it
  std::uint32_t depth = 1;
  std::uint64_t calls = 0;        ///< that overlap the range; a forward that a backward pass repeats is one
  std::uint64_t kernels = 0;      ///< pieces of device work in `total`
  PhaseTimes total;               ///< of the work caused in it and in the modules in it
  PhaseTimes self;                ///< of what no module in it caused
  SpanId longest = SpanId::none;  ///< the first of the calls that last longest
};

/// Device time given to the modules that caused it, each nanosecond to one.
///
/// Work is caused by the innermost module around its launch. Within a step of a backward pass that is the innermost
/// module around the operator that the step undoes; a module whose forward the step runs again, to save memory, is
/// where it was the first time. Of a step of which no operator is known, and of whatever else an autograd thread does,
/// the module around the call that waits for it, if there is one. Replayed work is caused where it was captured, if
/// that is known.
struct ModuleTimes {
  ModuleSource source = ModuleSource::None;
  std::vector<ModuleRow> rows;  ///< in the order of a walk, siblings by total, longest first
  PhaseTimes given;             ///< all of it
  PhaseTimes unassigned;        ///< of `given`, what no module caused
  std::uint64_t unassignedKernels = 0;
  std::int64_t backwardJoined = 0;  ///< of `given`'s backward, launched by steps whose operator is known
};

struct ModuleTimesOptions {
  /// Only what lies in here: work that reaches over an edge counts with the part inside.
  std::optional<TimeRange> range = {};
  /// Of the trace with others, too: work that others captured is left out. nullptr: its own captures alone.
  const GraphJoin* join = nullptr;
};

/// Threads are walked side by side. Empty if stopped.
[[nodiscard]] ModuleTimes moduleTimes(const Trace& trace, const ForwardLinks& links, const ModuleTimesOptions& options,
                                      unsigned threads, const std::stop_token& stop = {});

/// Work that a call of one trace captured and another trace replays.
struct WorkCapturedHere {
  SpanId launch = SpanId::none;
  Duration time;
};

/// The same of `capture`, but of work that runs elsewhere alone.
[[nodiscard]] ModuleTimes capturedModuleTimes(const Trace& capture, const ForwardLinks& links,
                                              std::span<const WorkCapturedHere> works, unsigned threads,
                                              const std::stop_token& stop = {});

/// "Net_0/Linear_1" of a row; of very many names the middle is left out.
[[nodiscard]] std::string modulePath(const Trace& trace, std::span<const ModuleRow> rows, std::uint32_t row);

}  // namespace kernline
