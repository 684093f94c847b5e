// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/elements.cuh"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/row_comparison.h"

namespace kernline::recorder {

namespace {

constexpr int threads = 256;
constexpr int packsEach = 4;

// Four independent 16-byte loads are in flight before the first store; nothing is read twice, so nothing is worth
// keeping in the cache.
__global__ void copyKernel(const uint4* __restrict__ from, uint4* __restrict__ to, std::size_t packs) {
  KERNLINE_BLOCK();
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * threads * packsEach + threadIdx.x;
  uint4 held[packsEach];
#pragma unroll
  for (int i = 0; i < packsEach; ++i) {
    if (first + i * threads < packs) {
      held[i] = __ldcs(from + first + i * threads);
    }
  }
#pragma unroll
  for (int i = 0; i < packsEach; ++i) {
    if (first + i * threads < packs) {
      __stcs(to + first + i * threads, held[i]);
    }
  }
}

class Copy : public PreparedKernel {
 public:
  explicit Copy(const Values& values)
      : m_from(Element::fp32, static_cast<std::size_t>(values.whole("megabytes")) * 262144),
        m_to(Element::fp32, m_from.size()) {}

  void fill(std::uint64_t seed) override {
    m_from.randomize({.seed = seed});
    m_to.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    const std::size_t packs = m_from.bytes() / sizeof(uint4);
    const std::size_t blocks = (packs + threads * packsEach - 1) / (threads * packsEach);
    copyKernel<<<static_cast<unsigned int>(blocks), threads, 0, stream>>>(m_from.as<uint4>(), m_to.as<uint4>(), packs);
    checkLaunch("copy");
  }

  Comparison compare() override {
    constexpr std::size_t columns = 4096;
    return compareRows(m_to, {.rows = m_to.size() / columns, .columns = columns, .tolerance = 1e-30},
                       [this](std::size_t row) {
                         std::vector<double> reference(columns);
                         for (std::size_t i = 0; i < columns; ++i) {
                           reference[i] = m_from.input(row * columns + i);
                         }
                         return reference;
                       });
  }

  Work work() const override { return {.bytes = 2.0 * static_cast<double>(m_from.bytes())}; }

 private:
  Tensor m_from;
  Tensor m_to;
};

}  // namespace

Kernel copyEntry() {
  return {.name = "copy",
          .title = "Copy",
          .group = "Memory",
          .shows = "Read and write bandwidth of the device memory: the ceiling of every memory-bound kernel.",
          .parameters = {wholeNumber("megabytes", 1024, {1, 32768}, "MiB", "Copy size")},
          .presets = {{"fits the L2 cache", {{"megabytes", "16"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Copy>(values);
          }};
}

}  // namespace kernline::recorder
