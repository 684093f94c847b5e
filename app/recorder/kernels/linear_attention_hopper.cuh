// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/state_hopper.cuh"

namespace kernline::recorder {

// What bounds it: a token brings 512 bytes and 24,576 operations, 48 for each byte; an H200 does 185 in the time of a
// byte (788 TFLOP/s, 4.27 TB/s). So memory, as long as there are heads for all multiprocessors: 93 % of a copy at the
// standard shape (128 heads of 4,096, 67 us), 97 % at 256 heads of 16,384. One head alone takes 0.67 us a chunk, the
// latency of what has to be done in order; with 64 heads on 132 multiprocessors that is what bounds it.

constexpr int linearStages = 6;
constexpr int linearSharedBytes = HopperState::sharedBytes(linearStages, HopperState::tileBytes);

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

using LinearMemory = StateMemory<linearStages, HopperState::tileBytes>;

/// Scores of the chunks of one maker: products of queries and keys, those of later keys zero.
template <typename T>
__device__ inline void scoreChunks(const LinearMemory& memory, const HopperHeads& heads, unsigned int maker) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int firstRow = static_cast<int>(threadIdx.x) / 32 % 4 * 16;
  forChunks(heads, [&](int, int, unsigned int number) {
    if (number % 2 != maker) {
      return;
    }
    float scores[32];
    memory.awaitCopied(number);
    openProducts();
    issueTiles<T>(scores, memory.query(number), memory.key(number));
    awaitProducts<0>();
    pin(scores);
    arriveOnceAWarp(memory.done + number % LinearMemory::stages);
    memory.awaitMadeFree(number);
    const LanePlace place(memory.madeOf(number), firstRow);
#pragma unroll
    for (int i = 0; i < 32; i += 2) {
      const int column = i / 4 * 8 + lane % 4 * 2;
      const int row = firstRow + lane / 4 + i % 4 / 2 * 8;
      place.store<T>(i / 4, i % 4 / 2, column <= row ? scores[i] : 0, column < row ? scores[i + 1] : 0);
    }
    showToAsyncUnits();
    arrive(memory.madeHere + maker);
  });
}

/// output' = state' query' + value' scores', then state' += value' key
template <typename T>
__device__ inline void keepLinearState(const LinearMemory& memory, const HopperHeads& heads) {
  float state[32];
  forChunks(heads, [&](int, int chunk, unsigned int number) {
    if (chunk == 0) {
#pragma unroll
      for (float& sum : state) {
        sum = 0;
      }
    }
    float output[32];
    std::uint32_t before[4][4];
    std::uint32_t value[4][4];
    packOperand<T>(before, state);
    memory.awaitCopied(number);
    openProducts();
    issueRows<T, false>(output, before, memory.query(number));
    loadTransposed(value, memory.value(number));
    memory.awaitMade(number);
    openProducts();
    issueRows<T, true>(output, value, memory.madeOf(number));
    issueColumns<T>(state, value, memory.key(number));
    awaitProducts<1>();
    pin(output);
    arriveOnceAWarp(memory.madeDone + number % 2);
    leaveOutput<T>(memory, output, heads.scale, number);
    awaitProducts<0>();
    pin(state);
    arriveOnceAWarp(memory.done + number % LinearMemory::stages);
  });
}

#endif  // __CUDA_ARCH_FEAT_SM90_ALL

template <typename T>
__global__ void __launch_bounds__(HopperState::threads, 1)
    linearHopperKernel(const __grid_constant__ CUtensorMap query, const __grid_constant__ CUtensorMap key,
                       const __grid_constant__ CUtensorMap value, const __grid_constant__ CUtensorMap output,
                       const HopperHeads heads) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  KERNLINE_BLOCK();
  extern __shared__ unsigned char shared[];
  const LinearMemory memory(shared);
  if (threadIdx.x == 0) {
    memory.makeBarriers();
  }
  __syncthreads();
  const unsigned int group = threadIdx.x / 128;
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(40));
    moveChunks(memory, &query, &key, &value, &output, heads);
  } else if (group == 1) {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(152));
    keepLinearState<T>(memory, heads);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(160));
    scoreChunks<T>(memory, heads, group - 2);
  }
#else
  __trap();  // the host never launches this where it is not compiled
#endif
}

}  // namespace kernline::recorder
