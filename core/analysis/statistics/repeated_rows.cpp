// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/repeated_rows.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view sampleMark = " · samples";
constexpr std::string_view totalMark = "Total ";

class RepeatedRows {
 public:
  explicit RepeatedRows(const Trace& trace) : m_trace(trace), m_isRepeated(trace.tracks().size()) {}

  std::vector<bool> find() && {
    for (std::size_t t = 0; t < m_isRepeated.size(); ++t) {
      const Track& track = m_trace.tracks()[t];
      const bool isSummary = track.process != ProcessId::none && m_trace.process(track.process).isSummary;
      m_isRepeated[t] = track.spanCount > 0 && (isSummary || isOfSamples(track));
    }
    markTotals();
    return std::move(m_isRepeated);
  }

 private:
  /// The importer draws samples on a row that has the name of the thread, or its id, and no id of its own.
  [[nodiscard]] bool isOfSamples(const Track& row) const {
    const std::string_view name = m_trace.text(row.name);
    if (row.tid != StringId::empty || !name.ends_with(sampleMark)) {
      return false;
    }
    const std::string_view own = name.substr(0, name.size() - sampleMark.size());
    return std::ranges::any_of(m_trace.tracks(), [&](const Track& other) {
      return other.process == row.process && other.spanCount > 0 &&
             (m_trace.text(other.name) == own || m_trace.text(other.tid) == own);
    });
  }

  [[nodiscard]] bool isOfTotals(const Track& track) const {
    constexpr std::uint32_t maxTotals = 64;  // clang gives each a row of its own
    if (track.kind != TrackKind::Thread || track.spanCount == 0 || track.spanCount > maxTotals) {
      return false;
    }
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (!m_trace.nameText(SpanId{i}).starts_with(totalMark)) {
        return false;
      }
    }
    return true;
  }

  /// Totals are what their process also has in parts: some of them have the name of a span on another row.
  void markTotals() {
    std::vector<std::size_t> totals;
    std::set<std::pair<ProcessId, std::string_view>> parts;  // possible parts
    for (std::size_t t = 0; t < m_isRepeated.size(); ++t) {
      if (const Track& track = m_trace.tracks()[t]; isOfTotals(track)) {
        totals.push_back(t);
        for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
          parts.emplace(track.process, m_trace.nameText(SpanId{i}).substr(totalMark.size()));
        }
      }
    }
    if (totals.empty()) {
      return;
    }
    std::set<ProcessId> processes;
    for (const Track& track : m_trace.tracks()) {
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
        if (parts.contains({track.process, m_trace.nameText(SpanId{i})})) {
          processes.insert(track.process);
          break;
        }
      }
    }
    for (const std::size_t t : totals) {
      m_isRepeated[t] = m_isRepeated[t] || processes.contains(m_trace.tracks()[t].process);
    }
  }

  const Trace& m_trace;
  std::vector<bool> m_isRepeated;
};

}  // namespace

std::vector<bool> repeatedRows(const Trace& trace) {
  return RepeatedRows(trace).find();
}

}  // namespace kernline
