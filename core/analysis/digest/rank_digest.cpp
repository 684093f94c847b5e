// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/rank_digest.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/digest/call_runs.h"
#include "core/analysis/digest/digest_names.h"
#include "core/analysis/digest/digest_subject.h"
#include "core/analysis/digest/step_means.h"
#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_of_spans.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kernline {

namespace {

/// Returns the group with a key that distinguishes it: its name with its ranks in one spelling, else the profile's
/// spelling.
CallGroup groupOfCall(CollectiveCall& call) {
  CallGroup group{
      .key = call.group, .name = call.groupName, .members = std::move(call.members), .size = call.groupSize};
  if (!group.members.empty()) {
    group.key = group.name + " " + memberText(group.members);
  }
  return group;
}

class DigestedCalls {
 public:
  DigestedCalls(const Trace& trace, DigestNames& names, RankDigest& digest)
      : m_trace(trace), m_names(names), m_digest(digest) {}

  void add(RankCalls&& found) {
    m_digest.hostOnly = found.hostOnly;
    m_digest.hasPartialGroups = found.hasPartialGroups;
    m_digest.hasExchangedBytes = true;
    for (CollectiveCall& call : found.calls) {
      DigestCall& own = m_digest.calls.emplace_back();
      own.range = m_trace.range(call.span);
      own.kind = call.kind;
      own.isOnHost = call.isOnHost;
      own.name = m_names.of(call.name);
      own.stream = m_names.of(m_trace.text(m_trace.track(m_trace.trackOf(call.span)).tid));
      own.sequence = call.sequence;
      own.bytes = call.bytes;
      own.exchanged = call.exchanged;
      own.messages = std::move(call.messages);
      own.span = call.span;
      own.group = groupNumber(groupOfCall(call));
    }
  }

 private:
  std::uint32_t groupNumber(CallGroup group) {
    if (group == CallGroup()) {
      return 0;
    }
    std::vector<std::uint32_t>& alike = m_groups[group.key];
    const auto known =
        std::ranges::find_if(alike, [&](std::uint32_t number) { return m_digest.groups[number] == group; });
    if (known != alike.end()) {
      return *known;
    }
    m_digest.groups.push_back(std::move(group));
    return alike.emplace_back(static_cast<std::uint32_t>(m_digest.groups.size() - 1));
  }

  const Trace& m_trace;
  DigestNames& m_names;
  RankDigest& m_digest;
  std::map<std::string, std::vector<std::uint32_t>> m_groups;
};

void addDevicesTo(RankDigest& digest, const Trace& trace, const std::stop_token& stop) {
  for (const DeviceActivity& device : deviceActivity(trace, {}, stop)) {
    digest.devices.push_back({.device = device.device,
                              .name = device.name,
                              .window = device.window,
                              .busy = device.times.busy,
                              .kernel = device.times.kernel,
                              .communication = device.times.communication,
                              .exposed = device.times.exposedCommunication});
  }
}

void addStepsTo(RankDigest& digest, DigestSubject& subject, DigestNames& names) {
  const Trace& trace = subject.trace();
  const FoundSteps& found = subject.steps();
  digest.stepSource = found.source;
  digest.stepName = found.name;
  const auto ofProcesses = stepsByProcess(trace, found.steps);
  const auto first = std::ranges::find_if(
      ofProcesses, [](const ProcessSteps& own) { return own.process != ProcessId::none && !own.steps.empty(); });
  if (first == ofProcesses.end()) {
    return;
  }
  const std::vector<StepStats>& figures = subject.figures();
  const std::vector<DeviceIdle>& idle = subject.idle();
  if (subject.stop().stop_requested()) {
    return;
  }
  std::vector<std::int32_t> placeOf(found.steps.size(), -1);
  for (const std::uint32_t number : first->steps) {
    const StepStats& own = figures[number];
    placeOf[number] = static_cast<std::int32_t>(digest.steps.size());
    digest.steps.push_back({.name = names.of(trace.text(own.step.name)),
                            .range = own.onDevice,
                            .device = own.device,
                            .exposed = own.exposedCommunication,
                            .idle = own.idle,
                            .idleBy = idleWithin(idle, own.onDevice),
                            .peakBytes = own.peakBytes});
  }
  digest.hasStepStats = true;
  const std::vector<std::uint32_t> stepOf = stepOfSpans(trace, found, subject.stop());
  for (DigestCall& call : digest.calls) {
    const std::uint32_t number = stepOf.empty() ? noStep : stepOf[index(call.span)];
    call.step = number == noStep ? -1 : placeOf[number];
  }
}

}  // namespace

RankDigest rankDigest(const Trace& trace, const std::stop_token& stop) {
  DigestSubject subject(trace, 1, stop);
  return rankDigest(subject);
}

RankDigest rankDigest(DigestSubject& subject) {
  const Trace& trace = subject.trace();
  const std::stop_token& stop = subject.stop();
  RankDigest digest;
  DigestNames names(digest.names);
  digest.baseTimeNs = trace.baseTimeNs();
  digest.bounds = trace.bounds();
  digest.spans = trace.spanCount();
  digest.lost = trace.report().count(IssueSeverity::Lost);
  digest.repaired = trace.report().count(IssueSeverity::Repaired);
  digest.losses = trace.report().kinds();
  std::erase_if(digest.losses, [](IssueKind kind) { return issueText(kind).severity != IssueSeverity::Lost; });
  addDevicesTo(digest, trace, stop);
  DigestedCalls(trace, names, digest).add(readCollectives(trace, stop));
  addRunsBeforeCalls(trace, names, digest, stop);
  addStepsTo(digest, subject, names);
  addCounters(trace, digest, stop);
  digest.host = hostOf(trace);
  digest.parallelGroups = parallelGroups(trace);
  return stop.stop_requested() ? RankDigest{} : std::move(digest);
}

}  // namespace kernline
