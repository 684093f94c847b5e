// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/launch_links.h"

#include "core/model/trace/host_choice.h"

#include <algorithm>
#include <span>

namespace kernline {

namespace {

/// The spans of a process, one range of numbers, as its tracks are next to each other.
struct SpansOfProcess {
  ProcessId process = ProcessId::none;
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  /// Returns the process's part of a list that is ordered by track.
  [[nodiscard]] std::span<const Correlated> of(std::span<const Correlated> list) const {
    const auto before = [](std::uint32_t limit) {
      return [limit](const Correlated& entry) { return index(entry.span) < limit; };
    };
    const auto begin = std::ranges::partition_point(list, before(first));
    return {begin, std::ranges::partition_point(begin, list.end(), before(last))};
  }
};

std::vector<SpansOfProcess> spansByProcess(const Trace& trace) {
  std::vector<SpansOfProcess> all;
  for (const Track& track : trace.tracks()) {
    if (all.empty() || all.back().process != track.process) {
      all.push_back({track.process, track.firstSpan, track.firstSpan});
    }
    all.back().last = track.firstSpan + track.spanCount;
  }
  return all;
}

/// The tables of those processes that have anything in `list`.
std::vector<HostCalls> tablesOf(std::span<const Correlated> list, std::span<const SpansOfProcess> processes) {
  std::vector<HostCalls> tables;
  for (const SpansOfProcess& spans : processes) {
    if (const auto own = spans.of(list); !own.empty()) {
      tables.push_back({spans.process, IdTable(own)});
    }
  }
  return tables;
}

/// Links the work of each process; returns the host whose operators it belongs to, none if each has to be checked.
std::vector<ProcessId> linkActivities(const LinkCandidates& candidates, const Trace& trace,
                                      std::span<const SpansOfProcess> processes, LaunchLinks& links) {
  std::vector<ProcessId> owners;
  for (const SpansOfProcess& spans : processes) {
    const auto works = spans.of(candidates.works);
    const HostChoice choice(trace, links.hosts, spans.process, works);
    owners.push_back(choice.owner());
    for (const Correlated& activity : works) {
      const auto [call, isAmbiguous] = choice.callOf(activity);
      if (call != SpanId::none) {
        links.byActivity.push_back({call, activity.span});
      } else {
        (isAmbiguous ? links.ambiguous : links.withoutLaunch).push_back(activity.span);
      }
    }
  }
  return owners;
}

class OpsOfProcesses {
 public:
  OpsOfProcesses(std::vector<HostCalls>&& tables, std::span<const SpansOfProcess> processes)
      : m_tables(std::move(tables)), m_processes(processes) {}

  [[nodiscard]] SpanId find(ProcessId process, std::uint32_t id) const {
    const auto at = std::ranges::find(m_tables, process, &HostCalls::process);
    return at == m_tables.end() ? SpanId::none : at->calls.find(id);
  }
  [[nodiscard]] bool has(ProcessId process) const {
    return std::ranges::find(m_tables, process, &HostCalls::process) != m_tables.end();
  }
  [[nodiscard]] std::size_t placeOf(SpanId s) const {
    const auto after = std::ranges::upper_bound(m_processes, index(s), {}, &SpansOfProcess::first);
    return static_cast<std::size_t>(after - m_processes.begin()) - 1;
  }

 private:
  std::vector<HostCalls> m_tables;
  std::span<const SpansOfProcess> m_processes;
};

void linkOps(const LinkCandidates& candidates, std::span<const SpansOfProcess> processes,
             std::span<const ProcessId> owners, LaunchLinks& links) {
  const OpsOfProcesses ops(tablesOf(candidates.ops, processes), processes);
  for (const Correlated& entry : candidates.operated) {
    const std::size_t place = ops.placeOf(entry.span);
    const auto launch = std::ranges::lower_bound(links.byActivity, entry.span, {}, &Launch::activity);
    const bool isLaunched = launch != links.byActivity.end() && launch->activity == entry.span;
    const ProcessId own = processes[place].process;
    const ProcessId host = ops.has(own) ? own
                           : isLaunched ? processes[ops.placeOf(launch->call)].process
                                        : owners[place];
    const SpanId op = ops.find(host, entry.id);
    if (op != SpanId::none && op != entry.span) {
      links.opOf.emplace_back(entry.span, op);
    }
  }
}

/// Links calls, operators and work if each has one process at most, as in most files: so every id is unique.
void linkUniqueIds(const LinkCandidates& candidates, const IdTable& calls, LaunchLinks& links) {
  links.byActivity.reserve(candidates.works.size());
  for (const Correlated& activity : candidates.works) {
    const SpanId call = calls.find(activity.id);
    if (call == SpanId::none) {
      links.withoutLaunch.push_back(activity.span);
    } else {
      links.byActivity.push_back({call, activity.span});
    }
  }
  const IdTable ops(candidates.ops);
  links.opOf.reserve(candidates.operated.size());
  for (const Correlated& entry : candidates.operated) {
    const SpanId op = ops.find(entry.id);
    if (op != SpanId::none && op != entry.span) {
      links.opOf.emplace_back(entry.span, op);
    }
  }
}

/// Whether the operator cannot have made that call, or that work through its call: it begins after it, or was over
/// before on the same thread. Old versions of kineto write the correlation id as External id.
bool isImpossible(const Trace& trace, std::span<const Launch> byActivity, SpanId made, SpanId op) {
  const auto launch = std::ranges::lower_bound(byActivity, made, {}, &Launch::activity);
  const bool isLaunched = launch != byActivity.end() && launch->activity == made;
  if (!isLaunched && isDeviceActivity(trace.kind(made))) {
    return trace.start(op) > trace.end(made);
  }
  const SpanId call = isLaunched ? launch->call : made;
  return trace.start(op) > trace.start(call) ||
         (trace.trackOf(op) == trace.trackOf(call) && trace.end(op) < trace.start(call));
}

}  // namespace

LaunchLinks linkLaunches(const LinkCandidates& candidates, const Trace& trace, bool idsAreUnique) {
  const std::vector<SpansOfProcess> processes = spansByProcess(trace);
  const auto hasOps = [&](const SpansOfProcess& spans) { return !spans.of(candidates.ops).empty(); };
  LaunchLinks links;
  links.hosts = tablesOf(candidates.calls, processes);
  if (idsAreUnique) {
    linkUniqueIds(candidates, IdTable(candidates.calls), links);
  } else if (links.hosts.size() < 2 && std::ranges::count_if(processes, hasOps) < 2) {
    linkUniqueIds(candidates, links.hosts.empty() ? IdTable() : links.hosts.front().calls, links);
  } else {
    const std::vector<ProcessId> owners = linkActivities(candidates, trace, processes, links);
    linkOps(candidates, processes, owners, links);
  }
  std::erase_if(links.opOf,
                [&](const auto& link) { return isImpossible(trace, links.byActivity, link.first, link.second); });
  links.byCall = links.byActivity;
  std::ranges::sort(links.byCall, {}, [](const Launch& launch) { return std::pair{launch.call, launch.activity}; });
  return links;
}

}  // namespace kernline
