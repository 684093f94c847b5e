// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/work/collective_work.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Common data of identical calls: the operator, its arguments, and what that takes.
struct WorkForm {
  std::string name;  ///< name of the operator; of device activity that no operator made, its own
  InputShapes::Shape shape;
  CallWork needs;
  std::optional<CollectiveWork> collective = {};  ///< then `needs` has no FLOPs and bytes
  const Trace* trace = nullptr;  ///< trace with `op`: the one with the activity, or what captured its graphs
  SpanId op = SpanId::none;      ///< one of the calls; none if no operator made the activity
  std::optional<std::vector<std::int64_t>> sizes = {};  ///< sizes of the tensors in its args, where these were read
};

/// A call of an operator, or a device activity that no operator made, and what ran for it. Each replay of a graph calls
/// the operators that it was captured from once more.
struct WorkCall {
  std::uint32_t form = 0;   ///< position in `WorkModel::forms`
  std::uint32_t first = 0;  ///< position in `WorkModel::work`
  std::uint32_t count = 0;  ///< number of its device activities
  Duration time;            ///< sum of its work
  Duration mainKernelTime;
  bool isInferred = false;  ///< its launch was not recorded: see `InferredOperators`
};

/// The work model of a trace's device activities. Each device activity is in one call: of the innermost operator around
/// its launch that a rule models, unless that one is made of modeled operators. Each kernel of communication is a call
/// by itself.
struct WorkModel {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  std::vector<WorkForm> forms;
  std::vector<WorkCall> calls;        ///< sorted by their first device activity
  std::vector<SpanId> work;           ///< grouped by call, each by start
  std::vector<std::uint32_t> callOf;  ///< index in `calls` by span; `none` except for device activities
  /// Tells for each span whether the FLOPs and bytes of its call are attributed to it. Main kernels are those that do
  /// not only help others (`WorkRules::isHelper`, where matrix units may do the work), else all kernels, else copies
  /// and fills.
  std::vector<bool> isMainKernel;
  std::shared_ptr<const ReplayedOps> replayed;  ///< has the traces of `forms` that captured graphs; may be nullptr

  [[nodiscard]] const CallWork& needs(const WorkCall& call) const { return forms[call.form].needs; }
  [[nodiscard]] std::span<const SpanId> workOf(const WorkCall& call) const {
    return std::span(work).subspan(call.first, call.count);
  }
  /// nullptr if it is no device activity.
  [[nodiscard]] const WorkCall* callWith(SpanId span) const {
    return index(span) < callOf.size() && callOf[index(span)] != none ? &calls[callOf[index(span)]] : nullptr;
  }
};

/// Reads the args of every operator that launched something: a few microseconds each, in parallel. Work of graphs that
/// `replayed` does not have, or whose captures had other shapes, is of no operator. Empty if stopped.
[[nodiscard]] WorkModel workModel(const Trace& trace, const WorkRules& rules, unsigned threads,
                                  std::shared_ptr<const ReplayedOps> replayed = nullptr,
                                  const std::stop_token& stop = {});

}  // namespace kernline
