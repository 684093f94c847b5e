// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/gated_delta_rule.cuh"
#include "app/recorder/kernels/state_hopper.cuh"

namespace kernline::recorder {

// The equations of gated_delta_rule.cuh in one kernel: the makers invert the triangular systems of the chunks that come
// while the state goes through those that are ready, so that no inverse goes through memory.

struct HopperDelta {
  const float* decay;  // logarithm of a, [planes][length]
  const float* beta;
};

constexpr int deltaStages = 4;
constexpr int deltaMadeBytes = 2 * HopperState::tileBytes + 1024;  // scores, the inverse, factors
constexpr int deltaSharedBytes = deltaStages * 3 * HopperState::tileBytes + 2 * deltaMadeBytes +
                                 2 * HopperState::tileBytes + 256 + 2 * sizeof(InverseTiles<__half>) + 1024;

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

using DeltaMemory = StateMemory<deltaStages, deltaMadeBytes>;

struct DeltaFactors {
  float kept[side];  // d: of the state before the chunk, at a token
  float left[side];  // of a token, at the end of the chunk
};

struct MadeChunk {
  unsigned char* scores;   // as far as they are still remembered
  unsigned char* inverse;  // times b of its columns
  DeltaFactors* factors;

  __device__ explicit MadeChunk(unsigned char* memory)
      : scores(memory),
        inverse(memory + HopperState::tileBytes),
        factors(reinterpret_cast<DeltaFactors*>(memory + 2 * HopperState::tileBytes)) {}
};

/// From the products of keys and queries with keys: the scores, and the matrix of the triangular system.
template <typename T>
__device__ inline void decayProducts(InverseTiles<T>& tiles, unsigned char* scoresTile, const float (&scores)[32],
                                     const float (&products)[32]) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
  const float* const logarithms = tiles.factors;
#pragma unroll
  for (int i = 0; i < 32; i += 2) {
    const int row = warp * strip + lane / 4 + i % 4 / 2 * 8;
    const int column = i / 4 * 8 + lane % 4 * 2;
    if (i / 8 > warp) {  // above the diagonal, where zeros stay
      continue;
    }
    const float first = __expf(logarithms[row] - logarithms[column]);
    const float second = __expf(logarithms[row] - logarithms[column + 1]);
    storeTwo<T>(scoresTile, row, column, column <= row ? scores[i] * first : 0,
                column < row ? scores[i + 1] * second : 0);
    const float beta = tiles.factors[side + row];
    const float below = column < row ? products[i] * beta * first : 0;
    const float next = column + 1 < row ? products[i + 1] * beta * second : 0;
    *reinterpret_cast<std::uint32_t*>(tiles.matrix + row * StateTile::step + column) = packTwo<T>(below, next);
    if (i / 8 == warp) {
      tiles.diagonal[warp][row % strip][column % strip] = below;
      tiles.diagonal[warp][row % strip][column % strip + 1] = next;
    }
  }
}

/// The inverse, as the right operand of a product.
template <typename T>
__device__ inline void storeInverse(const InverseTiles<T>& tiles, const MadeChunk& made) {
  const int thread = static_cast<int>(threadIdx.x) % 128;
#pragma unroll
  for (int i = thread; i < side * side / 8; i += 128) {
    const int row = i / 8;
    const int column = i % 8 * 8;
    Pack<T> values = *reinterpret_cast<const Pack<T>*>(tiles.inverse + row * StateTile::step + column);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      values.values[j] = fromFloat<T>(toFloat(values.values[j]) * tiles.factors[side + column + j]);
    }
    *reinterpret_cast<Pack<T>*>(reinterpret_cast<T*>(made.inverse) + swizzled<side>(row, i % 8)) = values;
  }
  if (thread < side) {
    made.factors->kept[thread] = __expf(tiles.factors[thread]);
    made.factors->left[thread] = __expf(tiles.factors[side - 1] - tiles.factors[thread]);
  }
}

template <typename T>
__device__ inline void invertMatrix(InverseTiles<T>& tiles) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
  __syncwarp();
  invertDiagonal(tiles, warp * strip, lane);
  for (int below = 1; below < side / strip; ++below) {
    syncGroup();
    if (warp + below < side / strip) {
      invertBelow(tiles, (warp + below) * strip, warp * strip, lane);
    }
  }
  syncGroup();
}

template <typename T>
__device__ inline void clearTiles(const DeltaMemory& memory, InverseTiles<T>& tiles, unsigned int maker) {
  const MadeChunk made(memory.madeOf(maker));
  for (int i = static_cast<int>(threadIdx.x) % 128; i < StateTile::wideSize; i += 128) {
    tiles.inverse[i] = fromFloat<T>(0);
  }
  for (int i = static_cast<int>(threadIdx.x) % 128; i < side * side; i += 128) {
    reinterpret_cast<T*>(made.scores)[i] = fromFloat<T>(0);
  }
}

/// What the chunks of one maker need beside the state.
template <typename T>
__device__ inline void makeChunks(const DeltaMemory& memory, const HopperDelta& inputs, const HopperHeads& heads,
                                  unsigned int maker) {
  InverseTiles<T>& tiles = reinterpret_cast<InverseTiles<T>*>(memory.rest)[maker];
  clearTiles(memory, tiles, maker);
  forChunks(heads, [&](int plane, int chunk, unsigned int number) {
    if (number % 2 != maker) {
      return;
    }
    const MadeChunk made(memory.madeOf(number));
    syncGroup();  // all are done with the factors of the chunk before
    if (threadIdx.x % 128 < 32) {
      const std::size_t token = static_cast<std::size_t>(plane) * heads.length + chunk * side;
      sumDecays(tiles.factors, inputs.decay + token, inputs.beta + token, min(side, heads.length - chunk * side));
    }
    float scores[32];
    float products[32];
    memory.awaitCopied(number);
    openProducts();
    issueTiles<T>(scores, memory.query(number), memory.key(number));
    issueTiles<T>(products, memory.key(number), memory.key(number));
    awaitProducts<0>();
    pin(scores);
    pin(products);
    arriveOnceAWarp(memory.done + number % DeltaMemory::stages);
    memory.awaitMadeFree(number);
    syncGroup();
    decayProducts<T>(tiles, made.scores, scores, products);
    invertMatrix(tiles);
    storeInverse(tiles, made);
    showToAsyncUnits();
    arriveOnceAWarp(memory.madeHere + maker);
  });
}

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
__device__ inline void keepDeltaState(const DeltaMemory& memory, const CUtensorMap* outputMap,
                                      const HopperHeads& heads) {
  float state[32];
  forChunks(heads, [&](int plane, int chunk, unsigned int number) {
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
    storeOutput<T>(memory, outputMap, output, heads, plane, chunk, number);
    awaitProducts<0>();
    pin(state);
    arriveOnceAWarp(memory.done + number % DeltaMemory::stages);
  });
  awaitStoreReads<0>();
}

#endif  // __CUDA_ARCH_FEAT_SM90_ALL

template <typename T>
__global__ void __launch_bounds__(HopperState::threads, 1)
    deltaHopperKernel(const __grid_constant__ CUtensorMap query, const __grid_constant__ CUtensorMap key,
                      const __grid_constant__ CUtensorMap value, const __grid_constant__ CUtensorMap output,
                      const HopperDelta inputs, const HopperHeads heads) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ unsigned char shared[];
  const DeltaMemory memory(shared);
  if (threadIdx.x == 0) {
    memory.makeBarriers();
  }
  __syncthreads();
  const unsigned int group = threadIdx.x / 128;
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(24));
    if (threadIdx.x == 0) {
      copyChunks(memory, &query, &key, &value, heads);
    }
  } else if (group == 1) {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(152));
    keepDeltaState<T>(memory, &output, heads);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(168));
    makeChunks<T>(memory, inputs, heads, group - 2);
  }
#else
  __trap();  // the host never launches this where it is not compiled
#endif
}

}  // namespace kernline::recorder
