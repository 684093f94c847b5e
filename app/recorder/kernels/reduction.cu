// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/elements.cuh"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/common_parameters.h"
#include "app/recorder/kernels/row_block.cuh"
#include "app/recorder/kernels/sampled_rows.h"
#include "app/recorder/statistics/relative_error.h"

namespace kernline::recorder {

namespace {

constexpr int threads = 512;
constexpr int packsEach = 4;

// One launch: the block that finishes last adds up what all the others left.
template <typename T>
__global__ void sumKernel(const Pack<T>* __restrict__ input, std::size_t packs, float* partial, unsigned int* finished,
                          float* result) {
  KERNLINE_BLOCK();
  float sum = 0;
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * threads * packsEach;
  for (std::size_t first = static_cast<std::size_t>(blockIdx.x) * threads * packsEach + threadIdx.x; first < packs;
       first += step) {
    Pack<T> held[packsEach];
#pragma unroll
    for (int p = 0; p < packsEach; ++p) {
      if (first + p * threads < packs) {
        held[p] = input[first + p * threads];
      }
    }
#pragma unroll
    for (int p = 0; p < packsEach; ++p) {
      if (first + p * threads < packs) {
#pragma unroll
        for (int i = 0; i < Pack<T>::size; ++i) {
          sum += toFloat(held[p].values[i]);
        }
      }
    }
  }
  sum = acrossRow(sum, Sum{});
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) {
    return;
  }
  float total = 0;
  for (unsigned int block = threadIdx.x; block < gridDim.x; block += threads) {
    total += __ldcg(partial + block);
  }
  total = acrossRow(total, Sum{});
  if (threadIdx.x == 0) {
    *result = total;
    *finished = 0;  // reset for the next launch
  }
}

class Reduction : public PreparedKernel {
 public:
  explicit Reduction(const Values& values)
      : m_input(elementNamed(values.choice("type")), static_cast<std::size_t>(values.whole("elements"))),
        m_result(Element::fp32, 1) {
    int device = 0;
    int multiprocessors = 0;
    check(cudaGetDevice(&device), "querying the device");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), "querying the device");
    m_blocks = static_cast<unsigned int>(multiprocessors) * 4;
    m_partial = DeviceMemory<float>(m_blocks);
    m_finished = DeviceMemory<unsigned int>(1);
    check(cudaMemset(m_finished.data(), 0, sizeof(unsigned int)), "clearing device memory");
  }

  void fill(std::uint64_t seed) override {
    m_input.randomize({.seed = seed, .scale = 1, .offset = 0.5F});  // a sum near zero has no relative error to speak of
    m_result.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    withElement(m_input.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      sumKernel<T><<<m_blocks, threads, 0, stream>>>(m_input.as<Pack<T>>(), m_input.size() / Pack<T>::size,
                                                     m_partial.data(), m_finished.data(), m_result.as<float>());
    });
    checkLaunch("reduction");
  }

  Comparison compare() override {
    constexpr std::size_t parts = 256;
    std::vector<double> sums(parts);
    onEveryCore(parts, [&](std::size_t part) {
      for (std::size_t i = m_input.size() * part / parts; i < m_input.size() * (part + 1) / parts; ++i) {
        sums[part] += m_input.input(i);
      }
    });
    RelativeError error;
    error.add(m_result.read(0, 1)[0], std::accumulate(sums.begin(), sums.end(), 0.0));
    return {
        .maximumError = error.maximum(), .tolerance = 1e-5, .unwritten = m_result.notNumbers(), .compared = "the sum"};
  }

  Work work() const override {
    return {.bytes = static_cast<double>(m_input.bytes()) + 4, .flops = static_cast<double>(m_input.size())};
  }

 private:
  Tensor m_input;
  Tensor m_result;
  unsigned int m_blocks = 0;
  DeviceMemory<float> m_partial;
  DeviceMemory<unsigned int> m_finished;
};

}  // namespace

Kernel reductionEntry() {
  return {.name = "reduction",
          .title = "Reduction",
          .group = "Memory",
          .shows = "Sum of an array in a single launch, at the read bandwidth of the memory.",
          .parameters = {wholeNumber("elements", 268435456, {8, 4294967296, 8}, "elements", "Number of elements"),
                         elementParameter({"fp32", "bf16", "fp16"})},
          .presets = {},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Reduction>(values);
          }};
}

}  // namespace kernline::recorder
