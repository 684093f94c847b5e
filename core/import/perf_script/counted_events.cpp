// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perf_script/counted_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace kernline::perf {

void CountedEvents::add(TraceBuilder& builder, ProcessId process, TrackId track, const SampleText& sample,
                        std::span<const std::uint32_t> stack, StringId leaf) {
  const SampleHead& head = sample.head;
  const Time time{head.timeNs};
  const std::int64_t weight = std::max<std::int64_t>(1, head.period);
  m_first = std::min(m_first, time);
  Event& event = m_events[head.event];
  event.tree.add(stack, weight, sample.begin);
  const auto [count, isNew] = event.counts.try_emplace(process);
  if (isNew) {
    Counter counter;
    counter.process = process;
    counter.name = builder.intern(head.event);
    counter.unit = builder.intern("count");
    count->second.counter = builder.addCounter(counter);
  }
  count->second.sum += static_cast<double>(weight);
  builder.addSample(count->second.counter, time, count->second.sum);
  const std::string name = fmt::format("{} in {}", head.event, builder.strings()[leaf]);
  builder.addInstant({.time = time,
                      .offset = samples::offsetAt(sample.begin, std::min(stack.size() - 1, samples::maxDepth)),
                      .name = builder.intern(name),
                      .track = track});
}

void CountedEvents::drawTrees(TraceBuilder& builder, std::span<const samples::Frame> frames) {
  bool isFirst = true;
  for (auto& [name, event] : m_events) {
    Process process;
    process.name = builder.intern(fmt::format("{} (count)", name));
    process.isSummary = !isFirst;  // the others say the same in other values
    Track track;
    track.process = builder.addProcess(process);
    track.kind = TrackKind::Thread;
    track.name = process.name;
    event.tree.draw(builder, builder.addTrack(track), frames, m_first);
    isFirst = false;
  }
}

}  // namespace kernline::perf
