// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_call.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/communication/communication_args.h"
#include "core/analysis/communication/host_collectives.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view recordName = "record_param_comms";

/// "AllReduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"; of others the function,
/// "multimem_all_reduce_kernel" of "void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(…)".
std::string nameOfKernel(std::string_view kernel) {
  std::string name = shortKernelName(kernel);
  name.resize(std::min(name.find_first_of("(<"), name.size()));
  if (const auto word = name.find("Kernel_"); word != std::string::npos) {
    name.erase(0, word + 7);
    name.resize(std::min(name.find('_'), name.size()));
  }
  return name;
}

/// The host's `record_param_comms`, by thread; torch writes one around the launch of a kernel, and those of a batch of
/// messages before the one kernel for all of them.
class HostRecords {
 public:
  explicit HostRecords(const Trace& trace) : m_trace(trace) {
    const StringId name = trace.strings().find(recordName);
    if (name == StringId::none) {
      return;
    }
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
      const Track& track = trace.tracks()[t];
      Thread thread;
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
        if (trace.name(SpanId{i}) == name) {
          thread.records.push_back(SpanId{i});
        }
      }
      if (!thread.records.empty()) {
        std::ranges::stable_sort(thread.records, {}, [&](SpanId s) { return trace.start(s); });
        m_count += thread.records.size();
        m_threads.emplace(TrackId{t}, std::move(thread));
      }
    }
  }

  [[nodiscard]] std::size_t count() const { return m_count; }

  /// The latest that is around `call`.
  [[nodiscard]] std::optional<CommunicationArgs> around(SpanId call) {
    const Thread* thread = threadOf(call);
    if (thread == nullptr) {
      return std::nullopt;
    }
    const auto after = firstAfter(*thread, call);
    if (after == thread->records.begin() || m_trace.end(*std::prev(after)) < m_trace.start(call)) {
      return std::nullopt;
    }
    return communicationArgs(m_trace, *std::prev(after));
  }

  /// The messages that were given since the last time, and before `call`, on its thread. Ask in the order of calls.
  [[nodiscard]] std::vector<CommunicationArgs> messagesBefore(SpanId call) {
    std::vector<CommunicationArgs> messages;
    Thread* thread = threadOf(call);
    if (thread == nullptr) {
      return messages;
    }
    const auto last = static_cast<std::size_t>(firstAfter(*thread, call) - thread->records.begin());
    for (; thread->next < last; ++thread->next) {
      auto args = communicationArgs(m_trace, thread->records[thread->next]);
      if (args && args->message()) {
        messages.push_back(std::move(*args));
      }
    }
    return messages;
  }

 private:
  struct Thread {
    std::vector<SpanId> records;  // sorted by start
    std::size_t next = 0;
  };

  [[nodiscard]] Thread* threadOf(SpanId call) {
    const auto found =
        call == SpanId::none || m_threads.empty() ? m_threads.end() : m_threads.find(m_trace.trackOf(call));
    return found == m_threads.end() ? nullptr : &found->second;
  }

  [[nodiscard]] std::vector<SpanId>::const_iterator firstAfter(const Thread& thread, SpanId call) const {
    return std::ranges::upper_bound(thread.records, m_trace.start(call), {},
                                    [&](SpanId record) { return m_trace.start(record); });
  }

  const Trace& m_trace;
  std::unordered_map<TrackId, Thread> m_threads;
  std::size_t m_count = 0;
};

std::vector<SpanId> communicationKernels(const Trace& trace) {
  CommunicationNames communication(trace);
  std::vector<SpanId> kernels;
  for (const DeviceTracks& device : deviceTracks(trace)) {
    for (const SpanId span : activitiesByStart(trace, device)) {
      if (trace.kind(span) == SpanKind::Kernel && communication.contains(trace.name(span))) {
        kernels.push_back(span);
      }
    }
  }
  std::ranges::stable_sort(kernels, {}, [&](SpanId s) { return trace.start(s); });
  return kernels;
}

void describeCall(CollectiveCall& call, CommunicationArgs&& args) {
  call.name = std::move(args.name);
  call.kind = collectiveKind(call.name);
  call.group = std::move(args.group);
  call.groupName = std::move(args.groupName);
  call.members = std::move(args.members);
  call.groupSize = args.groupSize;
  call.sequence = args.sequence;
  call.bytes = args.bytes;
  call.exchanged = args.exchanged;
}

void addMessages(CollectiveCall& call, std::vector<CommunicationArgs>&& messages) {
  if (messages.empty()) {
    return;
  }
  std::int64_t sent = 0;
  std::int64_t received = 0;
  bool isKnown = true;
  for (const CommunicationArgs& args : messages) {
    const PeerMessage& message = call.messages.emplace_back(*args.message());
    (message.isSend ? sent : received) += message.bytes;
    isKnown = isKnown && message.bytes >= 0;
  }
  CommunicationArgs whole = std::move(messages.front());
  whole.name = messages.size() == 1 ? "send" : "send/recv";
  whole.sequence = -1;
  whole.bytes = isKnown ? std::max(sent, received) : -1;
  describeCall(call, std::move(whole));
}

CollectiveCall readCall(const Trace& trace, SpanId kernel, HostRecords& records) {
  CollectiveCall call;
  call.span = kernel;
  call.name = nameOfKernel(trace.nameText(kernel));
  call.kind = collectiveKind(call.name);
  std::optional<CommunicationArgs> args = communicationArgs(trace, kernel);
  const SpanId launch = trace.launchOf(kernel);
  if (!args && call.kind != CollectiveKind::SendReceive) {
    args = records.around(launch);
  }
  if (args && collectiveKind(args->name) != CollectiveKind::SendReceive &&
      collectiveKind(args->name) != CollectiveKind::Other) {
    describeCall(call, std::move(*args));
    return call;
  }
  if (call.kind != CollectiveKind::SendReceive) {
    if (args) {
      describeCall(call, std::move(*args));
    }
    return call;
  }
  std::vector<CommunicationArgs> messages = records.messagesBefore(launch);
  if (messages.empty() && args && args->message()) {
    messages.push_back(std::move(*args));
  }
  if (messages.empty()) {
    // Old profiles: what sends and receives may be the parts of an all-to-all.
    args = records.around(launch);
    if (args) {
      describeCall(call, std::move(*args));
    }
  }
  addMessages(call, std::move(messages));
  return call;
}

}  // namespace

RankCalls readCollectives(const Trace& trace, const std::stop_token& stop) {
  RankCalls found;
  HostRecords records(trace);
  for (const SpanId kernel : communicationKernels(trace)) {
    if (stop.stop_requested()) {
      return {};
    }
    found.calls.push_back(readCall(trace, kernel, records));
  }
  if (found.calls.empty()) {
    found.calls = glooCalls(trace, stop);
    found.hasPartialGroups = !found.calls.empty() && hasPartialGroups(trace);
    found.hostOnly = found.calls.empty() ? records.count() : 0;
  }
  return found;
}

}  // namespace kernline
