// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/stack_samples.h"

#include "core/import/events/decimal_time.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <map>

namespace kernline::chrome {

TrackId addSampleTrack(TraceBuilder& builder, ProcessId process, StringId tid, StringId threadName) {
  const std::string of(builder.strings()[threadName == StringId::empty ? tid : threadName]);
  Track track;
  track.process = process;
  track.kind = TrackKind::Thread;
  track.name = builder.intern(of.empty() ? std::string("samples") : of + " · samples");
  return builder.addTrack(track);
}

void FrameTable::addStackFrames(std::string_view json) {
  std::string scratch;
  for (MemberWalk walk(json); walk.next();) {
    const std::string_view frame = walk.value().text;
    const RawValue parent = findMember(frame, "parent");
    const bool hasParent = parent.kind == RawValue::Kind::String || parent.kind == RawValue::Kind::Number;
    add(walk.key().unescaped(),
        {findMember(frame, "name").unescaped(),
         hasParent ? std::string(canonicalId(parent.unescaped(), scratch)) : std::string(), nullptr});
  }
}

const FrameTable::Entry* FrameTable::find(const std::string& id) const {
  const auto at = m_frames.find(id);
  return at == m_frames.end() ? nullptr : &*at;
}

void FrameTable::linkCallers() {
  for (Entry& entry : m_frames) {
    entry.second.caller = find(entry.second.parent);
  }
}

void stackOf(const FrameTable::Entry* leaf, std::vector<std::string_view>& stack) {
  constexpr std::size_t maxFrames = 1024;  // frames may call each other in a circle
  stack.clear();
  const FrameTable::Entry* at = leaf;
  for (std::size_t depth = 0; at != nullptr && depth < maxFrames; ++depth) {
    if (at->second.name != "(root)") {
      stack.push_back(at->second.name);
    }
    at = at->second.caller;
  }
  std::ranges::reverse(stack);
}

namespace {

/// The frames that are open while samples go by.
class SampledTrack {
 public:
  SampledTrack(TraceBuilder& builder, TrackId track, std::size_t samples)
      : m_builder(builder), m_track(track), m_spansLeft(spansPerSample * samples + spansAnyway) {}

  void see(const StackSample& sample, const std::vector<std::string_view>& stack) {
    std::size_t shared = 0;
    while (shared < m_open.size() && shared < stack.size() && m_open[shared].name == stack[shared]) {
      ++shared;
    }
    closeDownTo(shared, sample.time);
    const std::size_t room = std::min(stack.size() - shared, m_spansLeft);
    m_spansLeft -= room;
    for (std::size_t i = shared; i < shared + room; ++i) {
      m_open.push_back({stack[i], sample.time, sample.offset});
    }
    if (shared + room < stack.size()) {
      m_builder.report().add(IssueKind::UnsupportedRecord, sample.offset, "stack too deep to draw");
    }
  }

  void closeDownTo(std::size_t depth, Time time) {
    // The outer before the inner: of two of one extent the first added is above.
    for (std::size_t i = depth; i < m_open.size(); ++i) {
      SpanRecord span;
      span.start = m_open[i].start;
      span.duration = time - m_open[i].start;
      span.offset = m_open[i].offset;
      span.name = m_builder.intern(m_open[i].name);
      span.track = m_track;
      m_builder.addSpan(span);
    }
    m_open.resize(std::min(depth, m_open.size()));
  }

 private:
  static constexpr std::size_t spansPerSample = 16;
  static constexpr std::size_t spansAnyway = 65536;

  struct Open {
    std::string_view name;
    Time start;
    std::uint64_t offset = 0;
  };

  TraceBuilder& m_builder;
  TrackId m_track;
  std::size_t m_spansLeft;
  std::vector<Open> m_open;
};

}  // namespace

void addSampledSpans(TraceBuilder& builder, TrackId track, std::vector<StackSample>&& samples, Time end) {
  std::ranges::stable_sort(samples, {}, &StackSample::time);
  SampledTrack sampled(builder, track, samples.size());
  std::vector<std::string_view> stack;
  const StackSample* previous = nullptr;
  for (const StackSample& sample : samples) {
    if (previous == nullptr || previous->leaf != sample.leaf) {
      stackOf(sample.leaf, stack);
      sampled.see(sample, stack);
    }
    previous = &sample;
  }
  sampled.closeDownTo(0, samples.empty() ? end : std::max(end, samples.back().time));
}

void addStackSamples(TraceBuilder& builder, std::vector<PlacedPhase>&& records, const DocumentFacts& facts) {
  FrameTable frames;
  frames.addStackFrames(facts.stackFrames);
  frames.linkCallers();
  std::map<TrackId, std::vector<StackSample>> byThread;
  for (const PlacedPhase& placed : records) {
    if (placed.track == TrackId::none) {
      continue;
    }
    const StackSample sample{placed.record.time, placed.record.offset,
                             frames.find(std::string(builder.strings()[placed.record.name]))};
    if (sample.leaf == nullptr) {
      builder.report().add(IssueKind::UnsupportedRecord, placed.record.offset, "sample without a stack");
      continue;
    }
    byThread[placed.track].push_back(sample);
  }
  for (auto& [thread, samples] : byThread) {
    const Track& of = builder.track(thread);
    const TrackId track = addSampleTrack(builder, of.process, of.tid, of.name);
    const Time last = samples.back().time;
    addSampledSpans(builder, track, std::move(samples), last);
  }
}

}  // namespace kernline::chrome
