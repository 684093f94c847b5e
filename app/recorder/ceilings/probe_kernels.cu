// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/ceilings/probe_kernels.h"
#include "app/recorder/cuda/check.h"

namespace kernline::recorder {

namespace {

constexpr int threads = 1024;

__global__ void readRounds(const uint4* data, std::size_t packs, int rounds, unsigned int* result) {
  unsigned int seen = 0;
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * threads;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 4
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x; i < packs; i += step) {
      uint4 value;
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"  // volatile: each round reads again
                   : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                   : "l"(data + i));
      seen |= value.x | value.y | value.z | value.w;
    }
  }
  if (seen != 0) {  // never: the memory is cleared; the compiler does not know
    *result = seen;
  }
}

__global__ void nothing() {}

__global__ void fillFp8(std::uint8_t* data, std::size_t count, std::uint32_t seed) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * threads;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x; i < count; i += step) {
    std::uint32_t bits = static_cast<std::uint32_t>(i) * 2654435761U + seed * 0x9E3779B9U;
    bits = (bits ^ (bits >> 15)) * 0x85EBCA6BU;
    bits ^= bits >> 13;
    data[i] =
        static_cast<std::uint8_t>((bits & 0x80U) | (0x10U + (bits & 0xFFU) % 0x30U));  // exponents 2 to 7 of bias 7
  }
}

}  // namespace

void readInRounds(const uint4* data, std::size_t packs, int rounds, int multiprocessors, unsigned int* result,
                  cudaStream_t stream) {
  readRounds<<<2 * multiprocessors, threads, 0, stream>>>(data, packs, rounds, result);
  checkLaunch("reading the L2 cache");
}

void doNothing(cudaStream_t stream) {
  nothing<<<1, 32, 0, stream>>>();
  checkLaunch("an empty kernel");
}

void fillWithFp8(std::byte* data, std::size_t count, std::uint32_t seed) {
  fillFp8<<<1024, threads>>>(reinterpret_cast<std::uint8_t*>(data), count, seed);
  checkLaunch("filling device memory");
}

}  // namespace kernline::recorder
