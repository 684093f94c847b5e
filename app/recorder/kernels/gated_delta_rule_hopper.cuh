// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/gated_delta_rule_makers.cuh"

namespace kernline::recorder {

// The equations of gated_delta_rule.cuh in one kernel: the makers invert the triangular systems of the chunks that come
// while the state goes through those that are ready, so that no inverse goes through memory.
//
// What bounds it: a token brings 520 bytes and 40,960 operations, 79 for each byte; an H200 does 185 in the time of a
// byte, so memory could, and would allow 64 us at the standard shape (128 heads of 4,096). It takes 122 us, 52 % of a
// copy, 3.8 us of a maker for each chunk: neither bandwidth nor arithmetic but the latency of the many small steps of
// an inverse. With parts left out, in one run: 92 us without the inverse, 69 without the decays of scores and matrix,
// too, 102 with the inverse but without the products of the state, 67 with nothing but copies. A third maker gains
// nothing: each then has fewer registers than it needs.

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

/// What the state does not explain: value' - d state' key', as the left operand of the product with the inverse.
template <typename T>
__device__ inline void findRightSides(std::uint32_t (&rightSides)[4][4], const std::uint32_t (&value)[4][4],
                                      const float (&explained)[32], const DeltaFactors& factors) {
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    const float2 kept = *reinterpret_cast<const float2*>(factors.kept + i / 2 * 8 + threadIdx.x % 4 * 2);
    const float2 values = unpackTwo<T>(value[i / 4][i % 4]);
    rightSides[i / 4][i % 4] =
        packTwo<T>(values.x - kept.x * explained[2 * i], values.y - kept.y * explained[2 * i + 1]);
  }
}

/// The corrections, and what is left of them at the end of the chunk, as left operands; the output as far as it comes
/// from the state.
template <typename T>
__device__ inline void decayCorrections(std::uint32_t (&corrections)[4][4], std::uint32_t (&left)[4][4],
                                        float (&output)[32], const float (&sums)[32], const DeltaFactors& factors) {
  packOperand<T>(corrections, sums);
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    const int column = i / 2 * 8 + static_cast<int>(threadIdx.x) % 4 * 2;
    const float2 kept = *reinterpret_cast<const float2*>(factors.kept + column);
    const float2 end = *reinterpret_cast<const float2*>(factors.left + column);
    output[2 * i] *= kept.x;
    output[2 * i + 1] *= kept.y;
    left[i / 4][i % 4] = packTwo<T>(sums[2 * i] * end.x, sums[2 * i + 1] * end.y);
  }
}

template <typename T>
__device__ inline void keepDeltaState(const DeltaMemory& memory, const HopperHeads& heads) {
  float state[32];
  forChunks(heads, [&](int, int chunk, unsigned int number) {
    const MadeChunk made(memory.madeOf(number));
    float sums[32];  // what the state explains of the values, then the corrections
    float output[32];
    std::uint32_t before[4][4];
    std::uint32_t value[4][4];
    std::uint32_t left[4][4];
    if (chunk == 0) {
#pragma unroll
      for (float& sum : state) {
        sum = 0;
      }
    }
    packOperand<T>(before, state);
    memory.awaitCopied(number);
    openProducts();
    issueRows<T, false>(sums, before, memory.key(number));
    issueRows<T, false>(output, before, memory.query(number));
    loadTransposed(value, memory.value(number));
    memory.awaitMade(number);
    awaitProducts<1>();
    pin(sums);
    findRightSides<T>(value, value, sums, *made.factors);
    openProducts();
    issueRows<T, false>(sums, value, made.inverse);
    awaitProducts<0>();
    pin(sums);
    pin(output);
    decayCorrections<T>(before, left, output, sums, *made.factors);
    const float kept = made.factors->kept[side - 1];
#pragma unroll
    for (float& sum : state) {
      sum *= kept;
    }
    openProducts();
    issueRows<T, true>(output, before, made.scores);
    issueColumns<T>(state, left, memory.key(number));
    awaitProducts<1>();
    pin(output);
    arriveOnceAWarp(memory.madeDone + number % 2);
    leaveOutput<T>(memory, output, heads.scale, number);
    awaitProducts<0>();
    pin(state);
    arriveOnceAWarp(memory.done + number % DeltaMemory::stages);
  });
}

#endif  // __CUDA_ARCH_FEAT_SM90_ALL

template <typename T>
__global__ void __launch_bounds__(HopperState::threads, 1)
    deltaHopperKernel(const __grid_constant__ CUtensorMap query, const __grid_constant__ CUtensorMap key,
                      const __grid_constant__ CUtensorMap value, const __grid_constant__ CUtensorMap output,
                      const HopperDelta inputs, const HopperHeads heads) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  KERNLINE_BLOCK();
  extern __shared__ unsigned char shared[];
  const DeltaMemory memory(shared);
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
    keepDeltaState<T>(memory, heads);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(160));
    makeChunks<T>(memory, inputs, heads, group - 2);
  }
#else
  __trap();  // the host never launches this where it is not compiled
#endif
}

}  // namespace kernline::recorder
