// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "app/recorder/cuda/check.h"
#include "app/recorder/cuda/quiet_queue.h"

namespace kernline::recorder {

/// A stream of its own that ends with its owner.
class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "creating a stream"); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(m_stream); }

  cudaStream_t get() const { return m_stream; }
  void wait() const { check(cudaStreamSynchronize(m_stream), "running the kernel"); }

 private:
  cudaStream_t m_stream = nullptr;
};

/// Times launches by events on the device.
class EventTimer {
 public:
  static constexpr int maxPending = 64;

  EventTimer();
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  ~EventTimer();

  /// Nanoseconds of each of `count` launches, of which none waits for the host.
  std::vector<double> time(int count, const QuietQueue& before, const std::function<void(cudaStream_t)>& launch,
                           const Stream& stream);

 private:
  struct Pair {
    cudaEvent_t start = nullptr;
    cudaEvent_t end = nullptr;
  };
  std::array<Pair, maxPending> m_events;
};

}  // namespace kernline::recorder
