// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/samples/sampled_threads.h"

#include <algorithm>

namespace kernline::samples {

std::size_t SampledThreads::addThread(TrackId track) {
  m_threads.push_back({track, {}});
  return m_threads.size() - 1;
}

void SampledThreads::add(std::size_t thread, Time time, std::span<const std::uint32_t> stack, std::uint64_t byte) {
  std::vector<Sample>& known = m_threads[thread].samples;
  if (!known.empty()) {  // a stack that stays is kept once
    const Sample& last = known.back();
    const auto lastFrames = std::span{m_frames}.subspan(last.firstFrame, last.frameCount);
    if (std::ranges::equal(lastFrames, stack)) {
      known.push_back({time, byte, last.firstFrame, last.frameCount});
      return;
    }
  }
  known.push_back({time, byte, m_frames.size(), stack.size()});
  m_frames.insert(m_frames.end(), stack.begin(), stack.end());
}

std::int64_t SampledThreads::usualDistanceNs() const {
  std::vector<std::int64_t> distances;
  for (const Thread& thread : m_threads) {
    for (std::size_t i = 1; i < thread.samples.size(); ++i) {
      distances.push_back(thread.samples[i].time.ns - thread.samples[i - 1].time.ns);
    }
  }
  if (distances.empty()) {
    return 1;
  }
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::ranges::nth_element(distances, middle);
  return std::max<std::int64_t>(1, *middle);
}

void SampledThreads::draw(TraceBuilder& builder, std::span<const Frame> frames) {
  for (Thread& thread : m_threads) {
    std::ranges::stable_sort(thread.samples, {}, &Sample::time);
  }
  const std::int64_t usual = usualDistanceNs();
  for (const Thread& thread : m_threads) {
    StackRow row(builder, thread.track, frames, thread.samples.size());
    for (std::size_t i = 0; i < thread.samples.size(); ++i) {
      const Sample& sample = thread.samples[i];
      row.see(sample.time, std::span{m_frames}.subspan(sample.firstFrame, sample.frameCount), sample.byte);
      const bool isLast = i + 1 == thread.samples.size();
      if (isLast || thread.samples[i + 1].time.ns - sample.time.ns > 2 * usual) {
        row.end({sample.time.ns + usual});
      }
    }
  }
}

}  // namespace kernline::samples
