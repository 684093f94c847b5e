// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/rank_meetings.h"

#include "core/analysis/replay/collectives.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view messageFlow = "send";  // flows between ranks: `mergeRanks`

class Meetings {
 public:
  Meetings(const Trace& trace, std::span<ReplayActivity> activities) : m_trace(trace), m_activities(activities) {}

  std::vector<std::vector<std::uint32_t>> find(const Collectives& collectives) {
    for (const std::vector<SpanId>& collective : collectives) {
      want(collective);
    }
    std::unordered_map<SpanId, std::vector<SpanId>> sendersTo;
    for (const Flow& flow : m_trace.flows()) {
      if (m_trace.text(flow.category) == messageFlow && rankOf(flow.from) != rankOf(flow.to)) {
        sendersTo[flow.to].push_back(flow.from);
        want(std::array{flow.from, flow.to});
      }
    }
    for (std::uint32_t w = 0; w < m_activities.size() && !m_activityOf.empty(); ++w) {
      if (const auto known = m_activityOf.find(m_activities[w].span); known != m_activityOf.end()) {
        known->second = w;
      }
    }
    for (const std::vector<SpanId>& collective : collectives) {
      const std::vector<std::uint32_t> works = activitiesOf(collective);
      add(works, works);
    }
    for (const auto& [receiver, senders] : sendersTo) {
      add(activitiesOf(senders), activitiesOf(std::span(&receiver, 1)));
    }
    return std::move(m_meetings);
  }

 private:
  [[nodiscard]] std::int32_t rankOf(SpanId span) const {
    const ProcessId process = m_trace.track(m_trace.trackOf(span)).process;
    return process == ProcessId::none ? -1 : m_trace.process(process).rank;
  }

  void want(std::span<const SpanId> spans) {
    for (const SpanId span : spans) {
      m_activityOf.emplace(span, ReplayActivity::none);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> activitiesOf(std::span<const SpanId> spans) const {
    std::vector<std::uint32_t> works;
    for (const SpanId span : spans) {
      if (const std::uint32_t activity = m_activityOf.at(span); activity != ReplayActivity::none) {
        works.push_back(activity);
      }
    }
    return works;
  }

  /// Each of `waiting` ends after all of `works` have begun.
  void add(std::vector<std::uint32_t> works, std::span<const std::uint32_t> waiting) {
    if (works.empty() || waiting.empty()) {
      return;
    }
    const auto startOf = [&](std::uint32_t w) { return m_trace.start(m_activities[w].span); };
    const Time allBegun = startOf(std::ranges::max(works, {}, startOf));
    for (const std::uint32_t w : waiting) {
      m_activities[w].meeting = static_cast<std::uint32_t>(m_meetings.size());
      m_activities[w].length = m_trace.end(m_activities[w].span) - std::max(allBegun, startOf(w));
    }
    m_meetings.push_back(std::move(works));
  }

  const Trace& m_trace;
  std::span<ReplayActivity> m_activities;
  std::unordered_map<SpanId, std::uint32_t> m_activityOf;
  std::vector<std::vector<std::uint32_t>> m_meetings;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> addMeetings(const Trace& trace, std::span<ReplayActivity> activities) {
  const std::shared_ptr<const Collectives> collectives = collectivesOf(trace);
  return Meetings(trace, activities).find(collectives ? *collectives : Collectives());
}

}  // namespace kernline
