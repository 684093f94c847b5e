// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/elements.cuh"
#include "app/recorder/cuda/tensor.h"

namespace kernline::recorder {

// NF4 as bitsandbytes stores it (Dettmers et al., QLoRA): 16 quantiles of a normal distribution, two codes a byte, the
// first in the high half; every 64 numbers share their largest magnitude.

constexpr int nf4Block = 64;

#define KERNLINE_NF4_LEVELS \
  {-1.0F,                   \
   -0.6961928009986877F,    \
   -0.5250730514526367F,    \
   -0.39491748809814453F,   \
   -0.28444138169288635F,   \
   -0.18477343022823334F,   \
   -0.09105003625154495F,   \
   0.0F,                    \
   0.07958029955625534F,    \
   0.16093020141124725F,    \
   0.24611230194568634F,    \
   0.33791524171829224F,    \
   0.44070982933044434F,    \
   0.5626170039176941F,     \
   0.7229568362236023F,     \
   1.0F}

inline constexpr float nf4Levels[16] = KERNLINE_NF4_LEVELS;
__device__ constexpr float nf4DeviceLevels[16] = KERNLINE_NF4_LEVELS;

#undef KERNLINE_NF4_LEVELS

/// Code `i` of eight in four bytes.
__host__ __device__ inline unsigned int nf4Code(unsigned int codes, int i) {
  return codes >> (i / 2 * 8 + (i % 2 == 0 ? 4 : 0)) & 15;
}

/// Random codes and magnitudes of `count` weights.
struct Nf4Weights {
  explicit Nf4Weights(std::size_t count)
      : codes(Element::fp32, count / 8), magnitudes(Element::fp32, count / nf4Block) {}

  Tensor codes;  // eight in the bits of each fp32
  Tensor magnitudes;

  std::size_t bytes() const { return codes.bytes() + magnitudes.bytes(); }

  void fill(std::uint64_t seed) {
    codes.randomize({.seed = seed});  // the bits of a random number are random codes, all sixteen of them
    magnitudes.randomize({.seed = seed + 1, .scale = 0.01F, .offset = 0.1F});
  }

  double value(std::size_t i) const {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(codes.input(i / 8)));
    return static_cast<double>(nf4Levels[nf4Code(bits, static_cast<int>(i % 8))]) * magnitudes.input(i / nf4Block);
  }
};

constexpr int nf4Threads = 256;
constexpr int nf4PacksEach = 4;

/// Eight weights at a time: four bytes in, sixteen out.
template <typename T>
__global__ void nf4DequantizeKernel(const unsigned int* __restrict__ codes, const float* __restrict__ magnitudes,
                                    Pack<T>* __restrict__ weights, std::size_t packs) {
  KERNLINE_BLOCK_OF(1);
  __shared__ float levels[16];
  if (threadIdx.x < 16) {
    levels[threadIdx.x] = nf4DeviceLevels[threadIdx.x];
  }
  __syncthreads();
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * nf4Threads * nf4PacksEach + threadIdx.x;
  unsigned int held[nf4PacksEach];
  float scales[nf4PacksEach];
#pragma unroll
  for (int p = 0; p < nf4PacksEach; ++p) {
    const std::size_t pack = first + p * nf4Threads;
    if (pack < packs) {
      held[p] = codes[pack];
      scales[p] = magnitudes[pack / (nf4Block / 8)];
    }
  }
#pragma unroll
  for (int p = 0; p < nf4PacksEach; ++p) {
    const std::size_t pack = first + p * nf4Threads;
    if (pack < packs) {
      Pack<T> made;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        made.values[i] = fromFloat<T>(levels[nf4Code(held[p], i)] * scales[p]);
      }
      weights[pack] = made;
    }
  }
}

inline void launchNf4Dequantize(const Nf4Weights& from, const Tensor& to, cudaStream_t stream) {
  const std::size_t packs = to.size() / 8;
  const auto blocks = static_cast<unsigned int>((packs + nf4Threads * nf4PacksEach - 1) / (nf4Threads * nf4PacksEach));
  const auto launch = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    nf4DequantizeKernel<T><<<blocks, nf4Threads, 0, stream>>>(from.codes.as<unsigned int>(),
                                                              from.magnitudes.as<float>(), to.as<Pack<T>>(), packs);
  };
  to.element() == Element::bf16 ? launch(Tag<__nv_bfloat16>{}) : launch(Tag<__half>{});
  checkLaunch("NF4 dequantization");
}

}  // namespace kernline::recorder
