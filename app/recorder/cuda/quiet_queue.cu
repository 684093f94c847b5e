// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/quiet_queue.h"

namespace kernline::recorder {

namespace {

constexpr int threads = 512;

__global__ void readThroughCache(const uint4* data, std::size_t packs, unsigned int* result) {
  unsigned int seen = 0;
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * threads;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x; i < packs; i += step) {
    const uint4 value = __ldcg(data + i);
    seen |= value.x | value.y | value.z | value.w;
  }
  if (seen != 0) {  // never: the memory is cleared; the compiler does not know
    *result = seen;
  }
}

__global__ void waitShortly() {
  unsigned long long start = 0;
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < 15000);  // nanoseconds: longer than it takes to launch
}

}  // namespace

QuietQueue::QuietQueue(std::size_t l2Bytes, bool flush) {
  if (flush) {
    m_memory = DeviceMemory<uint4>(2 * l2Bytes / sizeof(uint4));
    m_result = DeviceMemory<unsigned int>(1);
    check(cudaMemset(m_memory.data(), 0, m_memory.size() * sizeof(uint4)), "clearing device memory");
  }
}

void QuietQueue::launch(cudaStream_t stream) const {
  if (m_memory.size() > 0) {
    readThroughCache<<<1024, threads, 0, stream>>>(m_memory.data(), m_memory.size(), m_result.data());
  } else {
    waitShortly<<<1, 1, 0, stream>>>();
  }
  checkLaunch("preparing a sample");
}

}  // namespace kernline::recorder
