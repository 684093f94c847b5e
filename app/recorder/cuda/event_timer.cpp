// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/event_timer.h"

namespace kernline::recorder {

EventTimer::EventTimer() {
  for (Pair& pair : m_events) {
    check(cudaEventCreate(&pair.start), "creating an event");
    check(cudaEventCreate(&pair.end), "creating an event");
  }
}

EventTimer::~EventTimer() {
  for (const Pair& pair : m_events) {
    cudaEventDestroy(pair.start);
    cudaEventDestroy(pair.end);
  }
}

std::vector<double> EventTimer::time(int count, const QuietQueue& before,
                                     const std::function<void(cudaStream_t)>& launch, const Stream& stream) {
  const std::span<const Pair> used(m_events.data(), static_cast<std::size_t>(count));
  for (const Pair& pair : used) {
    before.launch(stream.get());
    check(cudaEventRecord(pair.start, stream.get()), "recording an event");
    launch(stream.get());
    check(cudaEventRecord(pair.end, stream.get()), "recording an event");
  }
  stream.wait();
  std::vector<double> nanoseconds;
  for (const Pair& pair : used) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, pair.start, pair.end), "reading an event");
    nanoseconds.push_back(static_cast<double>(milliseconds) * 1e6);
  }
  return nanoseconds;
}

}  // namespace kernline::recorder
