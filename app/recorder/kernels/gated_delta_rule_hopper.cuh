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

/// Of a chunk's tokens, two by each lane of a warp: number `lane` and the one 32 later.
struct TokenFactors {
  float decay[2];  // logarithms, then their sums from the chunk's first token on
  float beta[2];

  /// Of the chunk that has number `ahead` after this one; nothing is lost that was not there.
  __device__ void load(const HopperDelta& inputs, const HopperHeads& heads, int plane, int chunk, int ahead) {
    const int index = chunk + ahead;
    const int from = plane + index / heads.chunks * static_cast<int>(gridDim.x);
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int token = index % heads.chunks * side + half * 32 + static_cast<int>(threadIdx.x) % 32;
      const bool inside = from < heads.planes && token < heads.length;
      const std::size_t place = static_cast<std::size_t>(from) * heads.length + token;
      decay[half] = inside ? inputs.decay[place] : 0;
      beta[half] = inside ? inputs.beta[place] : 0;
    }
  }

  __device__ void sumUp() {
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
      const float low = __shfl_up_sync(0xFFFFFFFF, decay[0], distance);
      const float high = __shfl_up_sync(0xFFFFFFFF, decay[1], distance);
      decay[0] += lane >= distance ? low : 0;
      decay[1] += lane >= distance ? high : 0;
    }
    decay[1] += __shfl_sync(0xFFFFFFFF, decay[0], 31);
  }

  /// Of another token; all lanes ask for one of the same half.
  __device__ float decayAt(int token) const {
    return __shfl_sync(0xFFFFFFFF, token < 32 ? decay[0] : decay[1], token % 32);
  }
  __device__ float betaAt(int token) const {
    return __shfl_sync(0xFFFFFFFF, token < 32 ? beta[0] : beta[1], token % 32);
  }
};

/// Turns products of queries and keys into scores, those of keys and keys into the matrix of the triangular system:
/// what is below the diagonal, as far as it is still remembered.
__device__ inline void decayProducts(float (&scores)[32], float (&products)[32], const TokenFactors& tokens) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
  const int row = warp * strip + lane / 4;
  const float decays[2] = {tokens.decayAt(row), tokens.decayAt(row + 8)};
  const float betas[2] = {tokens.betaAt(row), tokens.betaAt(row + 8)};
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    if (i / 8 <= warp) {  // what is above stays out of sight
      const int column = i / 4 * 8 + lane % 4 * 2 + i % 2;
      const int place = row + i % 4 / 2 * 8;
      const float factor = __expf(decays[i % 4 / 2] - tokens.decayAt(column));
      scores[i] = column <= place ? scores[i] * factor : 0;
      products[i] = column < place ? products[i] * factor * betas[i % 4 / 2] : 0;
    }
  }
}

/// A warp's 16 rows of the scores and of the matrix; the part on the diagonal in fp32 too.
template <typename T>
__device__ inline void storeProducts(InverseTiles<T>& tiles, const MadeChunk& made, const float (&scores)[32],
                                     const float (&products)[32]) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
#pragma unroll
  for (int i = 0; i < 32; i += 2) {
    const int row = lane / 4 + i % 4 / 2 * 8;
    const int column = i / 4 * 8 + lane % 4 * 2;
    if (i / 8 <= warp) {
      storeTwo<T>(made.scores, warp * strip + row, column, scores[i], scores[i + 1]);
    }
    if (i / 8 < warp) {
      *reinterpret_cast<std::uint32_t*>(tiles.matrix + (warp * strip + row) * StateTile::step + column) =
          packTwo<T>(products[i], products[i + 1]);
    }
    if (i / 8 == warp) {
      *reinterpret_cast<float2*>(&tiles.diagonal[warp][row][column % strip]) = {products[i], products[i + 1]};
    }
  }
}

/// The 16 columns of the inverse that this warp has found, times b, as part of the right operand of a product.
template <typename T>
__device__ inline void storeInverse(const InverseTiles<T>& tiles, const MadeChunk& made, const TokenFactors& tokens) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int firstRow = static_cast<int>(threadIdx.x) / 32 % 4 * strip;
  const int column = firstRow + lane % 2 * 8;
  float betas[8];
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    betas[j] = tokens.betaAt(column + j);
  }
  for (int row = firstRow + lane / 2; row < side; row += 16) {
    Pack<T> values = *reinterpret_cast<const Pack<T>*>(tiles.inverse + row * StateTile::step + column);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      values.values[j] = fromFloat<T>(toFloat(values.values[j]) * betas[j]);
    }
    *reinterpret_cast<Pack<T>*>(reinterpret_cast<T*>(made.inverse) + swizzled<side>(row, column / 8)) = values;
  }
}

__device__ inline void storeFactors(DeltaFactors& factors, const TokenFactors& tokens) {
  const float end = tokens.decayAt(side - 1);
  if (threadIdx.x % 128 < 32) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      factors.kept[threadIdx.x % 32 + half * 32] = __expf(tokens.decay[half]);
      factors.left[threadIdx.x % 32 + half * 32] = __expf(end - tokens.decay[half]);
    }
  }
}

/// Both tiles stay zero above the diagonal.
__device__ inline void clearMade(unsigned char* made) {
  for (int i = static_cast<int>(threadIdx.x) % 128; i < 2 * HopperState::tileBytes / 16; i += 128) {
    reinterpret_cast<uint4*>(made)[i] = {};
  }
  syncGroup();
}

/// What the chunks of one maker need beside the state.
template <typename T>
__device__ inline void makeChunks(const DeltaMemory& memory, const HopperDelta& inputs, const HopperHeads& heads,
                                  unsigned int maker) {
  InverseTiles<T>& tiles = reinterpret_cast<InverseTiles<T>*>(memory.rest)[maker];
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int strips = static_cast<int>(threadIdx.x) / 32 % 4 * strip;
  const MadeChunk made(memory.madeOf(maker));
  clearMade(made.scores);
  TokenFactors next;
  next.load(inputs, heads, static_cast<int>(blockIdx.x), 0, static_cast<int>(maker));
  forChunks(heads, [&](int plane, int chunk, unsigned int number) {
    if (number % 2 != maker) {
      return;
    }
    TokenFactors tokens = next;
    next.load(inputs, heads, plane, chunk, HopperState::makers);
    tokens.sumUp();
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
    decayProducts(scores, products, tokens);
    memory.awaitMadeFree(number);
    syncGroup();  // all are done with the matrix before
    storeProducts(tiles, made, scores, products);
    storeFactors(*made.factors, tokens);
    __syncwarp();
    invertDiagonal(tiles, strips, lane);
    syncGroup();
    for (int row = strips + strip; row < side; row += strip) {
      invertBelow(tiles, row, strips, lane);
    }
    storeInverse(tiles, made, tokens);
    showToAsyncUnits();
    arrive(memory.madeHere + maker);
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
