// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cases/catapult_view.h"

#include "tests/core/cases/peer_cases.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace kernline::test {

namespace {

using nlohmann::json;

std::string sliceFact(std::string_view where, std::string_view name, std::string_view category, double startUs,
                      double durationUs, bool isUnfinished) {
  return fmt::format("{} {} [{}] {} +{}{}", where, name, category, startUs, durationUs,
                     isUnfinished ? " unfinished" : "");
}

std::string sampleFact(std::string_view pid, std::string_view name, std::string_view series, double timeUs,
                       double value) {
  return fmt::format("{} {}.{} at {} = {}", pid, name, series, timeUs, value);
}

double microseconds(std::int64_t ns) {
  return static_cast<double>(ns) / 1000;
}

template <typename Visit>
void visitSlices(const json& expect, const Visit& visit) {
  for (const json& process : expect.value("processes", json::array())) {
    for (const json& thread : process.value("threads", json::array())) {
      const std::string where = idText(process.at("pid")) + "/" + idText(thread.at("tid"));
      for (const json& slice : thread.value("slices", json::array())) {
        visit(where, slice);
      }
    }
  }
}

std::string expectedSlice(const std::string& where, const json& slice) {
  return sliceFact(where, slice.at("name").get<std::string>(), slice.value("cat", ""), slice.at("ts").get<double>(),
                   slice.at("dur").get<double>(), slice.value("unfinished", false));
}

void addAsync(const json& slices, Facts& facts) {
  for (const json& slice : slices) {
    facts.insert(expectedSlice("", slice));
    addAsync(slice.value("sub", json::array()), facts);
  }
}

}  // namespace

std::string CatapultView::place(const Track& track) const {
  return fmt::format("{}/{}", m_trace.text(m_trace.process(track.process).pid), m_trace.text(track.tid));
}

std::string CatapultView::spanFact(const std::string& where, SpanId span) const {
  return sliceFact(where, m_trace.nameText(span), m_trace.categoryText(span),
                   microseconds(m_trace.start(span).ns - m_shift), microseconds(m_trace.duration(span).ns),
                   has(m_trace.flags(span), SpanFlags::Unfinished));
}

std::string CatapultView::instantFact(const std::string& where, const Instant& instant) const {
  return sliceFact(where, m_trace.text(instant.name), m_trace.categoryText(instant.category),
                   microseconds(instant.time.ns - m_shift), 0, false);
}

Facts CatapultView::slices() const {
  Facts facts;
  for (const Track& track : m_trace.tracks()) {
    for (std::uint32_t i = track.firstSpan; isThreadRow(m_trace, track) && i < track.firstSpan + track.spanCount; ++i) {
      facts.insert(spanFact(place(track), SpanId{i}));
    }
  }
  for (const Instant& instant : m_trace.instants()) {
    const bool isSlice = instant.scope == InstantScope::Thread && instant.track != TrackId::none;
    if (isSlice && isThreadRow(m_trace, m_trace.track(instant.track))) {
      facts.insert(instantFact(place(m_trace.track(instant.track)), instant));
    }
  }
  return facts;
}

Facts CatapultView::depths() const {
  Facts facts;
  for (const Track& track : m_trace.tracks()) {
    for (std::uint32_t i = track.firstSpan; isThreadRow(m_trace, track) && i < track.firstSpan + track.spanCount; ++i) {
      const SpanId span{i};
      if (m_trace.duration(span).ns > 0) {
        facts.insert(fmt::format("{} {} at {} depth {}", place(track), m_trace.nameText(span),
                                 microseconds(m_trace.start(span).ns - m_shift), laneWithin(m_trace, span)));
      }
    }
  }
  return facts;
}

Facts CatapultView::asyncSlices() const {
  Facts facts;
  for (const Track& track : m_trace.tracks()) {
    const bool isAsync = track.kind == TrackKind::Async;
    for (std::uint32_t i = track.firstSpan; isAsync && i < track.firstSpan + track.spanCount; ++i) {
      facts.insert(spanFact("", SpanId{i}));
    }
  }
  for (const Instant& instant : m_trace.instants()) {
    if (instant.track != TrackId::none && m_trace.track(instant.track).kind == TrackKind::Async) {
      facts.insert(instantFact("", instant));
    }
  }
  return facts;
}

Facts CatapultView::samples() const {
  Facts facts;
  for (const Counter& counter : m_trace.counters()) {
    const auto times = m_trace.sampleTimes(counter);
    const auto values = m_trace.sampleValues(counter);
    for (std::size_t i = 0; i < times.size(); ++i) {
      facts.insert(sampleFact(m_trace.text(m_trace.process(counter.process).pid), m_trace.text(counter.name),
                              m_trace.text(counter.series), microseconds(times[i].ns - m_shift), values[i]));
    }
  }
  return facts;
}

Facts CatapultView::flows() const {
  Facts facts;
  for (const Flow& flow : m_trace.flows()) {
    facts.insert(fmt::format("{} to {} [{}]", m_trace.nameText(flow.from), m_trace.nameText(flow.to),
                             m_trace.text(flow.category)));
  }
  return facts;
}

Facts CatapultView::names() const {
  Facts facts;
  for (const Process& process : m_trace.processes()) {
    const std::string_view pid = m_trace.text(process.pid);
    const std::string_view labels = m_trace.text(process.labels);
    if (process.name != StringId::empty) {
      facts.insert(fmt::format("process {} name {}", pid, m_trace.text(process.name)));
    }
    if (!labels.empty()) {
      facts.insert(fmt::format("process {} labels {}", pid, labels));
    }
    if (process.sortIndex != 0) {
      facts.insert(fmt::format("process {} sort {}", pid, process.sortIndex));
    }
  }
  for (const Track& track : m_trace.tracks()) {
    if (isThreadRow(m_trace, track) && track.name != StringId::empty) {
      facts.insert(fmt::format("thread {} name {}", place(track), m_trace.text(track.name)));
    }
    if (isThreadRow(m_trace, track) && track.sortIndex != 0) {
      facts.insert(fmt::format("thread {} sort {}", place(track), track.sortIndex));
    }
  }
  return facts;
}

Facts CatapultExpectation::slices() const {
  Facts facts;
  visitSlices(m_expect,
              [&](const std::string& where, const json& slice) { facts.insert(expectedSlice(where, slice)); });
  return facts;
}

Facts CatapultExpectation::depths() const {
  Facts facts;
  visitSlices(m_expect, [&](const std::string& where, const json& slice) {
    if (slice.at("dur").get<double>() > 0) {
      facts.insert(fmt::format("{} {} at {} depth {}", where, slice.at("name").get<std::string>(),
                               slice.at("ts").get<double>(), slice.at("depth").get<int>()));
    }
  });
  return facts;
}

Facts CatapultExpectation::asyncSlices() const {
  Facts facts;
  for (const json& process : m_expect.value("processes", json::array())) {
    for (const json& thread : process.value("threads", json::array())) {
      addAsync(thread.value("async", json::array()), facts);
    }
  }
  return facts;
}

Facts CatapultExpectation::samples() const {
  Facts facts;
  for (const json& process : m_expect.value("processes", json::array())) {
    for (const json& counter : process.value("counters", json::array())) {
      for (const json& series : counter.at("series")) {
        for (const json& sample : series.at("samples")) {
          facts.insert(sampleFact(idText(process.at("pid")), counter.at("name").get<std::string>(),
                                  series.at("name").get<std::string>(), sample.at(0).get<double>(),
                                  sample.at(1).get<double>()));
        }
      }
    }
  }
  return facts;
}

Facts CatapultExpectation::flows() const {
  Facts facts;
  for (const json& flow : m_expect.value("flows", json::array())) {
    facts.insert(fmt::format("{} to {} [{}]", flow.at("from").get<std::string>(), flow.at("to").get<std::string>(),
                             flow.at("cat").get<std::string>()));
  }
  return facts;
}

Facts CatapultExpectation::names() const {
  Facts facts;
  for (const json& process : m_expect.value("processes", json::array())) {
    const std::string pid = idText(process.at("pid"));
    if (process.contains("name")) {
      facts.insert(fmt::format("process {} name {}", pid, process.at("name").get<std::string>()));
    }
    if (process.contains("labels")) {
      facts.insert(fmt::format("process {} labels {}", pid,
                               fmt::join(process.at("labels").get<std::vector<std::string>>(), ",")));
    }
    if (process.contains("sort_index")) {
      facts.insert(fmt::format("process {} sort {}", pid, process.at("sort_index").get<int>()));
    }
    for (const json& thread : process.value("threads", json::array())) {
      const std::string where = pid + "/" + idText(thread.at("tid"));
      if (thread.contains("name")) {
        facts.insert(fmt::format("thread {} name {}", where, thread.at("name").get<std::string>()));
      }
      if (thread.contains("sort_index")) {
        facts.insert(fmt::format("thread {} sort {}", where, thread.at("sort_index").get<int>()));
      }
    }
  }
  return facts;
}

}  // namespace kernline::test
