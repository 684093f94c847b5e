// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/samples/sampled_threads.h"

#include <algorithm>
#include <utility>

namespace kernline::samples {

std::size_t SampledThreads::addThread(TrackId track) {
  m_threads.push_back({track, {}});
  return m_threads.size() - 1;
}

void SampledThreads::add(std::size_t thread, Time time, std::span<const std::uint32_t> stack, std::uint64_t byte,
                         Source source) {
  std::vector<Sample>& known = m_threads[thread].samples;
  if (!known.empty()) {  // a repeated stack is stored once
    const Sample& last = known.back();
    const auto lastFrames = std::span{m_frames}.subspan(last.firstFrame, last.frameCount);
    if (std::ranges::equal(lastFrames, stack)) {
      known.push_back({time, byte, last.firstFrame, last.frameCount, source});
      return;
    }
  }
  known.push_back({time, byte, m_frames.size(), stack.size(), source});
  m_frames.insert(m_frames.end(), stack.begin(), stack.end());
}

void SampledThreads::findNext() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Sample*>> processors;  // samples by event
  for (Thread& thread : m_threads) {
    for (std::size_t i = 0; i < thread.samples.size(); ++i) {
      Sample& sample = thread.samples[i];
      sample.next = i + 1 < thread.samples.size() ? thread.samples[i + 1].time.ns - sample.time.ns : 0;
      if (sample.source.processor != Source::unknown) {
        processors[{sample.source.event, sample.source.processor}].push_back(&sample);
      }
    }
  }
  for (auto& [key, samples] : processors) {
    std::ranges::stable_sort(samples, {}, [](const Sample* sample) { return sample->time; });
    for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
      const std::int64_t next = samples[i + 1]->time.ns - samples[i]->time.ns;
      samples[i]->next = samples[i]->next == 0 ? next : std::min(samples[i]->next, next);
    }
  }
}

std::map<std::uint32_t, std::int64_t> SampledThreads::usualDistances() const {
  constexpr std::uint32_t ofAll = UINT32_MAX;
  std::map<std::uint32_t, std::vector<std::int64_t>> distances;
  for (const Thread& thread : m_threads) {
    for (const Sample& sample : thread.samples) {
      distances[sample.source.event];
      if (sample.next != 0) {
        distances[sample.source.event].push_back(sample.next);
        distances[ofAll].push_back(sample.next);
      }
    }
  }
  const auto middle = [](std::vector<std::int64_t>& of) {
    if (of.empty()) {
      return std::int64_t{0};
    }
    const auto at = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::ranges::nth_element(of, at);
    return *at;
  };
  const std::int64_t all = std::max<std::int64_t>(1, middle(distances[ofAll]));
  std::map<std::uint32_t, std::int64_t> usual;
  for (auto& [event, known] : distances) {
    const std::int64_t own = middle(known);
    usual[event] = own > 0 ? own : all;
  }
  return usual;
}

void SampledThreads::draw(TraceBuilder& builder, std::span<const Frame> frames) {
  for (Thread& thread : m_threads) {
    std::ranges::stable_sort(thread.samples, {}, &Sample::time);
  }
  findNext();
  const std::map<std::uint32_t, std::int64_t> usuals = usualDistances();
  for (const Thread& thread : m_threads) {
    StackRow row(builder, thread.track, frames, thread.samples.size());
    for (std::size_t i = 0; i < thread.samples.size(); ++i) {
      const Sample& sample = thread.samples[i];
      row.see(sample.time, std::span{m_frames}.subspan(sample.firstFrame, sample.frameCount), sample.byte);
      const std::int64_t usual = usuals.at(sample.source.event);
      const bool isLast = i + 1 == thread.samples.size();
      const std::int64_t length = sample.next > 0 && sample.next <= 2 * usual ? sample.next : usual;
      if (isLast || thread.samples[i + 1].time.ns - sample.time.ns > length) {
        row.end({sample.time.ns + length});
      }
    }
  }
}

}  // namespace kernline::samples
