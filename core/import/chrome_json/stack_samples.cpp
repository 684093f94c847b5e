// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/stack_samples.h"

#include "core/import/chrome_json/decimal_time.h"
#include "core/import/chrome_json/members.h"

#include <algorithm>
#include <map>

namespace kernline::chrome {

TrackId addSampleRow(TraceBuilder& builder, ProcessId process, StringId tid, StringId threadName) {
  const std::string of(builder.strings()[threadName == StringId::empty ? tid : threadName]);
  Track row;
  row.process = process;
  row.kind = TrackKind::Thread;
  row.name = builder.intern(of.empty() ? std::string("samples") : of + " · samples");
  return builder.addTrack(row);
}

void FrameTable::addStackFrames(std::string_view json) {
  std::string scratch;
  for (MemberWalk walk(json); walk.next();) {
    const std::string_view frame = walk.value().text;
    const RawValue parent = findMember(frame, "parent");
    const bool hasParent = parent.kind == RawValue::Kind::String || parent.kind == RawValue::Kind::Number;
    add(walk.key().unescaped(), {findMember(frame, "name").unescaped(),
                                 hasParent ? std::string(canonicalId(parent.unescaped(), scratch)) : std::string()});
  }
}

std::vector<std::string_view> FrameTable::stackOf(const std::string& id) const {
  constexpr std::size_t deepest = 4096;
  std::vector<std::string_view> stack;
  for (auto at = m_frames.find(id); at != m_frames.end() && stack.size() < deepest;
       at = m_frames.find(at->second.parent)) {
    if (at->second.name != "(root)") {
      stack.push_back(at->second.name);
    }
  }
  std::ranges::reverse(stack);
  return stack;
}

void addSampledSpans(TraceBuilder& builder, TrackId track, std::vector<StackSample>&& samples, Time end) {
  std::ranges::stable_sort(samples, {}, &StackSample::time);
  struct Open {
    std::string_view name;
    Time start;
    std::uint64_t offset;
  };
  std::vector<Open> open;
  const auto closeDownTo = [&](std::size_t depth, Time time) {
    // The outer before the inner: of two of one extent the first added is above.
    for (std::size_t i = depth; i < open.size(); ++i) {
      SpanRecord span;
      span.start = open[i].start;
      span.duration = time - open[i].start;
      span.offset = open[i].offset;
      span.name = builder.intern(open[i].name);
      span.track = track;
      builder.addSpan(span);
    }
    open.resize(std::min(depth, open.size()));
  };
  for (const StackSample& sample : samples) {
    std::size_t shared = 0;
    while (shared < open.size() && shared < sample.stack.size() && open[shared].name == sample.stack[shared]) {
      ++shared;
    }
    closeDownTo(shared, sample.time);
    for (std::size_t i = shared; i < sample.stack.size(); ++i) {
      open.push_back({sample.stack[i], sample.time, sample.offset});
    }
  }
  closeDownTo(0, samples.empty() ? end : std::max(end, samples.back().time));
}

void addStackSamples(TraceBuilder& builder, std::vector<PlacedPhase>&& records, const DocumentFacts& facts) {
  FrameTable frames;
  frames.addStackFrames(facts.stackFrames);
  std::map<TrackId, std::vector<StackSample>> byThread;
  for (const PlacedPhase& placed : records) {
    if (placed.track == TrackId::none) {
      continue;
    }
    StackSample sample{placed.record.time, placed.record.offset, {}};
    sample.stack = frames.stackOf(std::string(builder.strings()[placed.record.name]));
    if (sample.stack.empty()) {
      builder.report().add(IssueKind::UnsupportedRecord, placed.record.offset, "sample without a stack");
      continue;
    }
    byThread[placed.track].push_back(std::move(sample));
  }
  for (auto& [thread, samples] : byThread) {
    const Track& of = builder.track(thread);
    const TrackId row = addSampleRow(builder, of.process, of.tid, of.name);
    const Time last = samples.back().time;
    addSampledSpans(builder, row, std::move(samples), last);
  }
}

}  // namespace kernline::chrome
