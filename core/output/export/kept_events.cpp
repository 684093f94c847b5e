// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/kept_events.h"

#include "core/import/chrome_json/reread.h"
#include "core/import/events/sampling_stops.h"
#include "core/output/export/kept_flows.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace kernline {

namespace {

class Keeping {
 public:
  Keeping(const Trace& trace, TimeRange range) : m_trace(trace), m_range(range), m_flows(trace, range) {}

  void addModelData() {
    for (std::uint32_t i = 0; i < m_trace.spanCount(); ++i) {
      const SpanId span{i};
      if (isTouched(m_trace, span, m_range)) {
        m_kept.push_back(m_trace.offset(span));
        if (const auto end = m_trace.endOffset(span)) {
          m_kept.push_back(*end);
        }
      } else if (m_trace.start(span) < m_range.begin && chrome::deviceNotSampled(m_trace.nameText(span)) >= 0) {
        m_lastStop[m_trace.name(span)] = m_trace.offset(span);  // the values before it do not hold in the range
      }
    }
    for (const Instant& instant : m_trace.instants()) {
      addWithin(instant.time, instant.offset);
    }
    for (const MemoryEvent& event : m_trace.memoryEvents()) {
      addWithin(event.time, event.offset);
    }
  }

  void addBatch(const chrome::EventBatch& batch, const chrome::Interner& words) {
    for (const chrome::MetadataRecord& record : batch.metadata) {
      m_kept.push_back(record.offset);
    }
    for (const chrome::ProfileRecord& record : batch.profiles) {
      m_kept.push_back(record.offset);  // each counts on from the one before
    }
    for (const chrome::PhaseRecord& record : batch.samples) {
      addWithin(record.time, record.offset);
    }
    for (const chrome::SampleRecord& record : batch.counterSamples) {
      addSample(record, words);
    }
    for (const FlowEnd& end : batch.flows) {
      m_flows.add(end, words);
    }
  }

  std::vector<std::uint64_t> finish() {
    for (const auto& [counter, before] : m_before) {
      m_kept.push_back(before.offset);
    }
    for (const auto& [name, offset] : m_lastStop) {
      m_kept.push_back(offset);
    }
    m_flows.appendKept(m_kept);
    std::ranges::sort(m_kept);
    m_kept.erase(std::ranges::unique(m_kept).begin(), m_kept.end());
    return std::move(m_kept);
  }

 private:
  struct Before {
    Time time;
    std::uint64_t offset = 0;
  };

  void addWithin(Time time, std::uint64_t offset) {
    if (m_range.contains(time)) {
      m_kept.push_back(offset);
    }
  }

  /// Adds each counter's last value before the range too, which holds when the range begins.
  void addSample(const chrome::SampleRecord& record, const chrome::Interner& words) {
    addWithin(record.time, record.offset);
    if (record.time < m_range.begin) {
      const StringId pid = words.threads[index(record.thread)].pid;
      Before& before =
          m_before.try_emplace({pid, record.name, record.series}, Before{record.time, record.offset}).first->second;
      if (before.time <= record.time) {
        before = {record.time, record.offset};
      }
    }
  }

  const Trace& m_trace;
  TimeRange m_range;
  KeptFlows m_flows;
  std::map<std::tuple<StringId, StringId, StringId>, Before> m_before;
  std::map<StringId, std::uint64_t> m_lastStop;  // last stop of a device's counters before the range
  std::vector<std::uint64_t> m_kept;
};

}  // namespace

bool isTouched(const Trace& trace, SpanId span, TimeRange range) {
  const TimeRange own = trace.range(span);
  return own.isEmpty() ? range.contains(own.begin) : own.overlaps(range);
}

KeptEvents findKeptEvents(const Trace& trace, const SourceText& text, TimeRange range, const std::stop_token& stop) {
  Keeping keeping(trace, range);
  keeping.addModelData();
  KeptEvents kept;
  kept.facts = chrome::rereadEvents(
      text, [&](const chrome::EventBatch& batch, const chrome::Interner& words) { keeping.addBatch(batch, words); },
      stop);
  kept.offsets = keeping.finish();
  return kept;
}

}  // namespace kernline
