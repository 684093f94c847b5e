// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/module_times.h"

#include "core/analysis/calls/op_calls.h"
#include "core/analysis/statistics/repeated_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Adds up what each module caused.
class ModuleSums {
 public:
  ModuleSums(const Trace& trace, const SpanModules& modules, std::optional<TimeRange> range)
      : m_trace(trace), m_modules(modules), m_range(range), m_rows(modules.nodes.size()) {
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
      static_cast<ModuleNode&>(m_rows[row]) = modules.nodes[row];
    }
  }

  void addCalls() {
    for (const SpanId call : m_modules.calls) {
      ModuleRow& row = m_rows[m_modules.ofSpan[index(call)]];
      if (isInRange(m_trace, call, m_range)) {
        ++row.calls;
        if (row.longest == SpanId::none || isLonger(call, row.longest)) {
          row.longest = call;
        }
      }
    }
  }

  /// Gives time to what the span `cause` is in.
  void add(ModuleTimes& times, SpanId cause, StepPhase phase, std::int64_t ns) {
    const std::uint32_t row = m_modules.ofSpan[index(cause)];
    PhaseTimes time;
    time.ns[static_cast<std::size_t>(phase)] = ns;
    times.given += time;
    times.backwardJoined += m_modules.isJoined[index(cause)] ? time.backward() : 0;
    if (row == ModuleNode::none) {
      times.unassigned += time;
      ++times.unassignedKernels;
    } else {
      m_rows[row].self += time;
      ++m_rows[row].kernels;
    }
  }

  /// Adds totals and drops rows with no time in the range.
  std::vector<ModuleRow> finish() {
    std::vector<std::vector<std::uint32_t>> children(m_rows.size() + 1);
    for (std::size_t row = m_rows.size(); row-- > 0;) {  // children come after their parent
      ModuleRow& done = m_rows[row];
      done.total += done.self;
      if (done.parent != ModuleNode::none) {
        m_rows[done.parent].total += done.total;
        m_rows[done.parent].kernels += done.kernels;
      }
      if (done.calls > 0 || done.kernels > 0) {
        children[done.parent == ModuleNode::none ? m_rows.size() : done.parent].push_back(
            static_cast<std::uint32_t>(row));
      }
    }
    return inOrder(children);
  }

 private:
  /// The first of two equally long calls to begin counts as longer.
  [[nodiscard]] bool isLonger(SpanId call, SpanId than) const {
    return m_trace.duration(call) != m_trace.duration(than) ? m_trace.duration(call) > m_trace.duration(than)
                                                            : m_trace.start(call) < m_trace.start(than);
  }

  std::vector<ModuleRow> inOrder(std::vector<std::vector<std::uint32_t>>& children) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      const auto key = [&](const ModuleRow& row) {
        return std::tuple(-row.total.total(), m_trace.text(row.name), row.name);
      };
      return key(m_rows[a]) > key(m_rows[b]);  // the last one is taken first
    };
    for (std::vector<std::uint32_t>& siblings : children) {
      std::ranges::sort(siblings, before);
    }
    std::vector<ModuleRow> rows;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> toCome;  // a row, and the new number of its parent
    const auto come = [&](std::size_t parent, std::uint32_t number) {
      for (const std::uint32_t row : children[parent]) {
        toCome.emplace_back(row, number);
      }
    };
    come(m_rows.size(), ModuleNode::none);
    while (!toCome.empty()) {
      const auto [row, parent] = toCome.back();
      toCome.pop_back();
      rows.push_back(m_rows[row]);
      rows.back().parent = parent;
      come(row, static_cast<std::uint32_t>(rows.size()) - 1);
    }
    return rows;
  }

  const Trace& m_trace;
  const SpanModules& m_modules;
  std::optional<TimeRange> m_range;
  std::vector<ModuleRow> m_rows;
};

bool isCounted(const Trace& trace, SpanId activity, const ModuleTimesOptions& options) {
  return options.activities ? std::ranges::binary_search(*options.activities, activity)
                            : isInRange(trace, activity, options.range);
}

std::int64_t countedNs(const Trace& trace, SpanId activity, const ModuleTimesOptions& options) {
  return options.activities ? trace.duration(activity).ns : nsInRange(trace.range(activity), options.range);
}

bool areFinished(const Trace& trace, const SpanModules& modules, const SpanPhases& phases) {
  const std::size_t spans = trace.spanCount();
  return modules.ofSpan.size() == spans && phases.phase.size() == spans && phases.work.phase.size() == spans;
}

}  // namespace

ModuleTimes moduleTimes(const Trace& trace, const SpanModules& modules, const SpanPhases& phases,
                        const ModuleTimesOptions& options, const std::stop_token& stop) {
  if (!areFinished(trace, modules, phases)) {
    return {};  // the analysis that computes them was stopped
  }
  const GraphJoin own = options.join == nullptr ? GraphJoin::of(trace, {}, stop) : GraphJoin();
  const GraphJoin& join = options.join == nullptr ? own : *options.join;
  ModuleSums sums(trace, modules, options.range);
  sums.addCalls();
  ModuleTimes times;
  times.source = modules.source;
  const std::vector<bool> isRepeated = repeatedRows(trace);
  for (std::size_t t = 0; t < trace.tracks().size() && !stop.stop_requested(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount && !isRepeated[t]; ++i) {
      const SpanId activity{i};
      if (!isDeviceActivity(trace.kind(activity)) || !isCounted(trace, activity, options)) {
        continue;
      }
      const CapturedBy by = join.of(activity);
      const std::int64_t ns = countedNs(trace, activity, options);
      if (by.launch == SpanId::none) {
        sums.add(times, activity, phases.work.phase[i], ns);
      } else if (by.source == 0) {
        sums.add(times, by.launch, phases.phase[index(by.launch)], ns);
      }
    }
  }
  times.rows = sums.finish();
  return stop.stop_requested() ? ModuleTimes{} : times;
}

std::vector<std::vector<ActivityCapturedHere>> activitiesCapturedByOthers(const Trace& trace, const GraphJoin& join,
                                                                          std::size_t others,
                                                                          const ModuleTimesOptions& options) {
  std::vector<std::vector<ActivityCapturedHere>> works(others);
  for (const CapturedBy& by : join.joined()) {
    if (by.source > 0 && isCounted(trace, by.activity, options)) {
      works[by.source - 1].push_back({by.launch, {countedNs(trace, by.activity, options)}});
    }
  }
  return works;
}

ModuleTimes capturedModuleTimes(const Trace& capture, const SpanModules& modules, const SpanPhases& phases,
                                std::span<const ActivityCapturedHere> activities) {
  if (!areFinished(capture, modules, phases)) {
    return {};
  }
  ModuleSums sums(capture, modules, {});
  sums.addCalls();
  ModuleTimes times;
  times.source = modules.source;
  for (const ActivityCapturedHere& activity : activities) {
    sums.add(times, activity.launch, phases.phase[index(activity.launch)], activity.time.ns);
  }
  times.rows = sums.finish();
  return times;
}

}  // namespace kernline
