// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/span_modules.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/query/call_walk.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint32_t noScope = std::numeric_limits<std::uint32_t>::max();

/// A part of what one thread does that is for one module.
struct Scope {
  std::uint32_t parent = noScope;
  SpanId opened = SpanId::none;
  SpanId continues = SpanId::none;  ///< scope that this span is in, if not its parent
  bool isModule = false;
  bool isJoined = false;    ///< whether it is in a step of a backward pass whose operator is known
  bool isBackward = false;  ///< a step of a backward pass: modules directly in it repeat their forward
};

/// Data that all threads share; each writes only to its own spans.
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
        m_input.ofSpan[index(launch.activity)] = m_open.back();
      }
    }
  }
  void close() { m_open.pop_back(); }
  void spend(Time /*from*/, Time /*to*/) {}

  [[nodiscard]] const std::vector<Scope>& scopes() const { return m_scopes; }
  [[nodiscard]] std::uint32_t firstNumber() const { return m_firstNumber; }
  [[nodiscard]] bool isAutograd() const { return m_isAutograd; }
  /// No two threads share numbers: a span opens one scope at most, and is in one unopened scope at most.
  [[nodiscard]] static std::uint32_t maxScopes(const Track& track) { return 2 * track.spanCount; }

 private:
  std::uint32_t add(const Scope& scope) {
    m_scopes.push_back(scope);
    return m_firstNumber + static_cast<std::uint32_t>(m_scopes.size()) - 1;
  }

  /// Returns the scope of an outermost call. Neighbours that the same call waits for share one.
  std::uint32_t outermost(SpanId call) {
    if (!m_isAutograd) {
      return noScope;
    }
    const auto driven = std::ranges::lower_bound(m_input.driven, call, {}, &DrivenCall::call);
    const SpanId driver = driven != m_input.driven.end() && driven->call == call ? driven->driver : SpanId::none;
    if (m_outermost == noScope || driver != m_driver) {
      m_driver = driver;
      m_outermost = add({.opened = call, .continues = driver, .isBackward = true});
    }
    return m_outermost;
  }

  std::uint32_t inside(std::uint32_t around, SpanId span) {
    const SpanId forward = m_input.links.forwardOf(span);
    const bool isModule = m_input.names.isModule(span);
    if (forward == SpanId::none && !isModule) {
      return around;
    }
    const Scope scope = around == noScope ? Scope{} : m_scopes[around - m_firstNumber];
    return add({.parent = around,
                .opened = span,
                .continues = forward,
                .isModule = isModule,
                .isJoined = scope.isJoined || forward != SpanId::none,
                .isBackward = !isModule && (scope.isBackward || forward != SpanId::none)});
  }

  ScopeInput& m_input;
  std::uint32_t m_firstNumber;
  bool m_isAutograd;
  std::vector<Scope> m_scopes;
  std::vector<std::uint32_t> m_open;  // the scope in each open call
  SpanId m_driver = SpanId::none;
  std::uint32_t m_outermost = noScope;
};

/// Gives each scope its module.
class ModuleNodes {
 public:
  ModuleNodes(const ScopeInput& input, const std::vector<ScopeVisitor>& threads) : m_input(input), m_threads(threads) {}

  void make() {
    // In time: what a scope continues begins before it.
    std::vector<std::uint32_t> order;
    for (const ScopeVisitor& thread : m_threads) {
      m_nodeOfScope.emplace_back(thread.scopes().size(), ModuleNode::none);
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

  [[nodiscard]] SpanModules result() && {
    SpanModules made;
    made.source = m_input.names.source();
    made.nodes = std::move(m_nodes);
    made.ofSpan.resize(m_input.ofSpan.size(), ModuleNode::none);
    made.isJoined.resize(m_input.ofSpan.size());
    for (std::size_t span = 0; span < m_input.ofSpan.size(); ++span) {
      if (const std::uint32_t number = m_input.ofSpan[span]; number != noScope) {
        made.ofSpan[span] = nodeOf(number);
        made.isJoined[span] = scope(number).isJoined;
      }
    }
    for (const auto& [call, node] : m_calls) {
      made.ofSpan[index(call)] = node;
      made.calls.push_back(call);
    }
    std::ranges::sort(made.calls);
    return made;
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
  [[nodiscard]] std::uint32_t& nodeOf(std::uint32_t number) {
    const std::size_t thread = threadOf(number);
    return m_nodeOfScope[thread][number - m_threads[thread].firstNumber()];
  }

  void place(std::uint32_t number) {
    const Scope& placed = scope(number);
    const std::uint32_t around =
        placed.continues == SpanId::none ? placed.parent : m_input.ofSpan[index(placed.continues)];
    std::uint32_t node = around == noScope ? ModuleNode::none : nodeOf(around);
    if (placed.isModule) {
      const bool isRepeated = placed.parent != noScope && scope(placed.parent).isBackward;
      node = isRepeated ? repeated(node, placed.opened) : child(node, placed.opened);
      m_calls.emplace_back(placed.opened, node);
    }
    nodeOf(number) = node;
  }

  /// Returns the earlier place of a module whose forward a backward pass runs again. The step may undo anything inside
  /// of it, or behind it.
  std::uint32_t repeated(std::uint32_t around, SpanId call) {
    const StringId name = m_input.trace.name(call);
    for (std::uint32_t at = around; at != ModuleNode::none; at = m_nodes[at].parent) {
      if (m_nodes[at].name == name) {
        return at;
      }
    }
    const auto last = m_lastOfName.find(name);
    const bool isOne = m_input.names.source() == ModuleSource::Modules;  // torch numbers modules, but annotations have
                                                                         // no numbers
    return isOne && last != m_lastOfName.end() ? last->second : child(around, call);
  }

  std::uint32_t child(std::uint32_t parent, SpanId call) {
    const StringId name = m_input.trace.name(call);
    const std::uint64_t key = std::uint64_t{parent} << 32U | static_cast<std::uint32_t>(index(name));
    const auto [found, isNew] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
    if (isNew) {
      m_nodes.push_back(
          {.name = name, .parent = parent, .depth = parent == ModuleNode::none ? 1 : m_nodes[parent].depth + 1});
    }
    m_lastOfName[name] = found->second;
    return found->second;
  }

  const ScopeInput& m_input;
  const std::vector<ScopeVisitor>& m_threads;
  std::vector<std::vector<std::uint32_t>> m_nodeOfScope;  // indexed by thread
  std::vector<ModuleNode> m_nodes;
  std::vector<std::pair<SpanId, std::uint32_t>> m_calls;  // calls of modules with their nodes
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

SpanModules spanModules(const Trace& trace, const ForwardLinks& links, unsigned threads, const std::stop_token& stop) {
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
  ModuleNodes nodes(input, visitors);
  nodes.make();
  return std::move(nodes).result();
}

std::string moduleTextOf(const Trace& trace, std::span<const StringId> names) {
  constexpr std::size_t maxNames = 256;  // each node has a whole path, so deep ones would cost their square
  const std::size_t kept = names.size() > maxNames ? maxNames / 2 : names.size();
  std::string path;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == kept) {
      path += "/…";
      i = names.size() - (maxNames / 2 - 1);
    }
    path += path.empty() ? "" : "/";
    path += moduleText(trace.text(names[i]));
  }
  return path;
}

}  // namespace kernline
