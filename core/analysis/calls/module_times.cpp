// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/module_times.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/calls/op_calls.h"
#include "core/analysis/query/call_walk.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint32_t noScope = std::numeric_limits<std::uint32_t>::max();

/// A part of what one thread does that is for one module and phase.
struct Scope {
  std::uint32_t parent = noScope;   ///< the scope it is in
  SpanId opened = SpanId::none;     ///< by which span
  SpanId continues = SpanId::none;  ///< if not its parent: what this span is in
  WorkPhase phase = WorkPhase::Forward;
  bool isModule = false;
  bool isJoined = false;    ///< in a step of a backward pass whose operator is known
  bool isBackward = false;  ///< a step of a backward pass: modules directly in it repeat their forward
};

/// What all threads share; each writes to its own spans only.
struct ScopeInput {
  const Trace& trace;
  const ScopeNames& names;
  const ForwardLinks& links;
  std::vector<DrivenCall> driven;
  std::vector<std::uint32_t> ofSpan;  ///< the scope around calls, and around the launches of work
};

/// Finds the scopes of a thread.
class ScopeVisitor {
 public:
  ScopeVisitor(ScopeInput& input, std::uint32_t firstNumber, bool isAutograd)
      : m_input(input), m_firstNumber(firstNumber), m_isAutograd(isAutograd) {}

  void open(SpanId span) {
    const std::uint32_t around = m_open.empty() ? outermost(span) : m_open.back();
    m_input.ofSpan[index(span)] = around;
    m_open.push_back(inside(around, span));
    if (m_input.trace.kind(span) == SpanKind::Runtime) {
      for (const Launch& launch : m_input.trace.launchedBy(span)) {
        m_input.ofSpan[index(launch.work)] = m_open.back();
      }
    }
  }
  void close() { m_open.pop_back(); }
  void spend(Time /*from*/, Time /*to*/) {}

  [[nodiscard]] const std::vector<Scope>& scopes() const { return m_scopes; }
  [[nodiscard]] std::uint32_t firstNumber() const { return m_firstNumber; }
  [[nodiscard]] bool isAutograd() const { return m_isAutograd; }
  /// No two threads share numbers: a span opens one scope at most, and is in one that nothing opened at most.
  [[nodiscard]] static std::uint32_t maxScopes(const Track& track) { return 2 * track.spanCount; }

 private:
  std::uint32_t add(const Scope& scope) {
    m_scopes.push_back(scope);
    return m_firstNumber + static_cast<std::uint32_t>(m_scopes.size()) - 1;
  }

  /// Of an outermost call. Neighbours that the same call waits for share one.
  std::uint32_t outermost(SpanId call) {
    if (!m_isAutograd) {
      return noScope;
    }
    const auto driven = std::ranges::lower_bound(m_input.driven, call, {}, &DrivenCall::call);
    const SpanId driver = driven != m_input.driven.end() && driven->call == call ? driven->driver : SpanId::none;
    if (m_outermost == noScope || driver != m_driver) {
      m_driver = driver;
      m_outermost = add({.opened = call, .continues = driver, .phase = WorkPhase::Backward, .isBackward = true});
    }
    return m_outermost;
  }

  std::uint32_t inside(std::uint32_t around, SpanId span) {
    Scope scope = around == noScope ? Scope{} : m_scopes[around - m_firstNumber];
    const WorkPhase phase = m_input.names.phaseOf(span).value_or(scope.phase);
    const SpanId forward = m_input.links.forwardOf(span);
    const bool isModule = m_input.names.isModule(span);
    if (phase == scope.phase && forward == SpanId::none && !isModule) {
      return around;
    }
    scope = {.parent = around,
             .opened = span,
             .continues = forward,
             .phase = phase,
             .isModule = isModule,
             .isJoined = scope.isJoined || forward != SpanId::none,
             .isBackward = !isModule && (scope.isBackward || forward != SpanId::none)};
    return add(scope);
  }

  ScopeInput& m_input;
  std::uint32_t m_firstNumber;
  bool m_isAutograd;
  std::vector<Scope> m_scopes;
  std::vector<std::uint32_t> m_open;  // the scope in each open call
  SpanId m_driver = SpanId::none;
  std::uint32_t m_outermost = noScope;
};

/// Gives each scope its row.
class ModuleRows {
 public:
  ModuleRows(const ScopeInput& input, const std::vector<ScopeVisitor>& threads, std::optional<TimeRange> range)
      : m_input(input), m_threads(threads), m_range(range) {}

  void make() {
    // In time: what a scope continues begins before it.
    std::vector<std::uint32_t> order;
    for (const ScopeVisitor& thread : m_threads) {
      m_rowOfScope.emplace_back(thread.scopes().size(), ModuleRow::none);
      for (std::uint32_t s = 0; s < thread.scopes().size(); ++s) {
        order.push_back(thread.firstNumber() + s);
      }
    }
    std::ranges::sort(order, {}, [&](std::uint32_t number) {
      return std::tuple(m_input.trace.start(scope(number).opened), m_threads[threadOf(number)].isAutograd(), number);
    });
    for (const std::uint32_t number : order) {
      place(number);
    }
  }

  void add(ModuleTimes& times, SpanId work) {
    if (!isInRange(m_input.trace, work, m_range)) {
      return;
    }
    const std::uint32_t number = m_input.ofSpan[index(work)];
    const Scope found = number == noScope ? Scope{} : scope(number);
    const std::uint32_t row = number == noScope ? ModuleRow::none : rowOf(number);
    PhaseTimes time;
    time.ns[static_cast<std::size_t>(found.phase)] = nsInRange(m_input.trace.range(work), m_range);
    times.given += time;
    times.backwardJoined += found.isJoined ? time.of(WorkPhase::Backward) : 0;
    if (row == ModuleRow::none) {
      times.unassigned += time;
      ++times.unassignedKernels;
    } else {
      m_rows[row].self += time;
      ++m_rows[row].kernels;
    }
  }

  /// With totals, without rows that have nothing in the range.
  std::vector<ModuleRow> finish() {
    std::vector<std::vector<std::uint32_t>> children(m_rows.size() + 1);
    for (std::size_t row = m_rows.size(); row-- > 0;) {  // what is in a module comes after it
      ModuleRow& done = m_rows[row];
      done.total += done.self;
      if (done.parent != ModuleRow::none) {
        m_rows[done.parent].total += done.total;
        m_rows[done.parent].kernels += done.kernels;
      }
      if (done.calls > 0 || done.kernels > 0) {
        children[done.parent == ModuleRow::none ? m_rows.size() : done.parent].push_back(
            static_cast<std::uint32_t>(row));
      }
    }
    return inOrder(children);
  }

 private:
  [[nodiscard]] std::size_t threadOf(std::uint32_t number) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(m_threads, number, {}, &ScopeVisitor::firstNumber) -
                                    m_threads.begin() - 1);
  }
  [[nodiscard]] const Scope& scope(std::uint32_t number) const {
    const ScopeVisitor& thread = m_threads[threadOf(number)];
    return thread.scopes()[number - thread.firstNumber()];
  }
  [[nodiscard]] std::uint32_t& rowOf(std::uint32_t number) {
    const std::size_t thread = threadOf(number);
    return m_rowOfScope[thread][number - m_threads[thread].firstNumber()];
  }

  void place(std::uint32_t number) {
    const Scope& placed = scope(number);
    const std::uint32_t around =
        placed.continues == SpanId::none ? placed.parent : m_input.ofSpan[index(placed.continues)];
    std::uint32_t row = around == noScope ? ModuleRow::none : rowOf(around);
    if (placed.isModule) {
      const bool isRepeated = placed.parent != noScope && scope(placed.parent).isBackward;
      row = isRepeated ? repeated(row, placed.opened) : child(row, placed.opened);
      count(m_rows[row], placed.opened);
    }
    rowOf(number) = row;
  }

  /// Of a module whose forward a backward pass runs again: where it ran before. A step that asks for it may undo
  /// anything inside of it, or behind it.
  std::uint32_t repeated(std::uint32_t around, SpanId call) {
    const StringId name = m_input.trace.name(call);
    for (std::uint32_t at = around; at != ModuleRow::none; at = m_rows[at].parent) {
      if (m_rows[at].name == name) {
        return at;
      }
    }
    const auto last = m_lastOfName.find(name);
    const bool isOne = m_input.names.source() == ModuleSource::Modules;  // torch numbers modules, nobody annotations
    return isOne && last != m_lastOfName.end() ? last->second : child(around, call);
  }

  std::uint32_t child(std::uint32_t parent, SpanId call) {
    const StringId name = m_input.trace.name(call);
    const std::uint64_t key = std::uint64_t{parent} << 32U | static_cast<std::uint32_t>(index(name));
    const auto [found, isNew] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_rows.size()));
    if (isNew) {
      ModuleRow row;
      row.name = name;
      row.parent = parent;
      row.depth = parent == ModuleRow::none ? 1 : m_rows[parent].depth + 1;
      m_rows.push_back(row);
    }
    m_lastOfName[name] = found->second;
    return found->second;
  }

  void count(ModuleRow& row, SpanId call) const {
    const Trace& trace = m_input.trace;
    if (isInRange(trace, call, m_range)) {
      ++row.calls;
      if (row.longest == SpanId::none || trace.duration(call) > trace.duration(row.longest)) {
        row.longest = call;
      }
    }
  }

  std::vector<ModuleRow> inOrder(std::vector<std::vector<std::uint32_t>>& children) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      const auto key = [&](const ModuleRow& row) {
        return std::tuple(-row.total.total(), m_input.trace.text(row.name), row.name);
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
    come(m_rows.size(), ModuleRow::none);
    while (!toCome.empty()) {
      const auto [row, parent] = toCome.back();
      toCome.pop_back();
      rows.push_back(m_rows[row]);
      rows.back().parent = parent;
      come(row, static_cast<std::uint32_t>(rows.size()) - 1);
    }
    return rows;
  }

  const ScopeInput& m_input;
  const std::vector<ScopeVisitor>& m_threads;
  std::optional<TimeRange> m_range;
  std::vector<std::vector<std::uint32_t>> m_rowOfScope;  // by thread
  std::vector<ModuleRow> m_rows;
  std::unordered_map<std::uint64_t, std::uint32_t> m_children;
  std::unordered_map<StringId, std::uint32_t> m_lastOfName;
};

std::vector<ScopeVisitor> threadsToWalk(ScopeInput& input, const std::vector<TrackId>& tracks) {
  const std::vector<TrackId> autograd = autogradThreads(input.trace, tracks);
  std::vector<ScopeVisitor> threads;
  std::uint32_t number = 0;
  for (const TrackId track : tracks) {
    threads.emplace_back(input, number, std::ranges::find(autograd, track) != autograd.end());
    number += ScopeVisitor::maxScopes(input.trace.track(track));
  }
  return threads;
}

}  // namespace

ModuleTimes moduleTimes(const Trace& trace, const ForwardLinks& links, std::optional<TimeRange> range, unsigned threads,
                        const std::stop_token& stop) {
  const ScopeNames names(trace);
  const std::vector<TrackId> tracks = summedCallTracks(trace);
  ScopeInput input{.trace = trace,
                   .names = names,
                   .links = links,
                   .driven = drivenCalls(trace, tracks),
                   .ofSpan = std::vector(trace.spanCount(), noScope)};
  std::vector<ScopeVisitor> visitors = threadsToWalk(input, tracks);
  parallelFor(threads, tracks.size(), [&](std::size_t t) {
    walkCalls(trace, trace.track(tracks[t]), TimeRange::always(), SpanKinds::all(), stop, visitors[t]);
  });
  if (stop.stop_requested()) {
    return {};
  }
  ModuleRows rows(input, visitors, range);
  rows.make();
  ModuleTimes times;
  times.source = names.source();
  const std::vector<bool> isRepeated = repeatedRows(trace);
  for (std::size_t t = 0; t < trace.tracks().size() && !stop.stop_requested(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t span = track.firstSpan; span < track.firstSpan + track.spanCount && !isRepeated[t]; ++span) {
      if (isDeviceWork(trace.kinds()[span])) {
        rows.add(times, SpanId{span});
      }
    }
  }
  times.rows = rows.finish();
  return stop.stop_requested() ? ModuleTimes{} : times;
}

std::string modulePath(const Trace& trace, std::span<const ModuleRow> rows, std::uint32_t row) {
  constexpr std::ptrdiff_t maxNames = 256;  // each row has a whole path, so deep ones would cost their square
  std::vector<std::string_view> names;
  for (std::uint32_t at = row; at != ModuleRow::none; at = rows[at].parent) {
    names.push_back(moduleText(trace.text(rows[at].name)));
  }
  if (std::ssize(names) > maxNames) {
    const auto middle = names.begin() + maxNames / 2;
    names.erase(middle, names.end() - (maxNames / 2 - 1));
    names.insert(middle, "…");
  }
  std::string path;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    path += path.empty() ? "" : "/";
    path += *name;
  }
  return path;
}

}  // namespace kernline
