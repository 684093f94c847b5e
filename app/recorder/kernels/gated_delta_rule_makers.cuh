// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/gated_delta_rule.cuh"
#include "app/recorder/kernels/state_hopper.cuh"
#include "app/recorder/kernels/triangle_inverse.cuh"

namespace kernline::recorder {

// What a chunk of the gated delta rule needs that has nothing to do with the state, on Hopper: scores, and the inverse
// of the triangular system of gated_delta_rule.cuh, as right operands of products; factors of its tokens.

struct HopperDelta {
  const float* decay;  // logarithm of a, [planes][length]
  const float* beta;
};

constexpr int deltaStages = 4;
constexpr int deltaMadeBytes = 2 * HopperState::tileBytes + 1024;  // scores, the inverse, factors
constexpr int deltaSharedBytes =
    HopperState::sharedBytes(deltaStages, deltaMadeBytes) + HopperState::makers * sizeof(TriangleTiles<__half>);

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

/// Where a block is in its heads.
struct ChunkPlace {
  int plane = static_cast<int>(blockIdx.x);
  int chunk = 0;

  __device__ void advance(const HopperHeads& heads, int chunks) {
    for (chunk += chunks; chunk >= heads.chunks; chunk -= heads.chunks) {
      plane += static_cast<int>(gridDim.x);
    }
  }
};

__device__ inline float powerOfTwo(float exponent) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(exponent));
  return power;
}

/// Of a chunk's tokens, two by each lane of a warp: number `lane` and the one 32 later.
struct TokenFactors {
  float decay[2];  // logarithms, then binary ones of the product from the chunk's first token on
  float beta[2];

  __device__ void load(const HopperDelta& inputs, const HopperHeads& heads, const ChunkPlace& place) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int token = place.chunk * side + half * 32 + static_cast<int>(threadIdx.x) % 32;
      const bool inside = place.plane < heads.planes && token < heads.length;
      const std::size_t index = static_cast<std::size_t>(place.plane) * heads.length + token;
      decay[half] = inside ? inputs.decay[index] : 0;
      beta[half] = inside ? inputs.beta[index] : 0;
    }
  }

  __device__ void sumUp() {
    constexpr float binary = 1.4426950408889634F;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    decay[0] *= binary;
    decay[1] *= binary;
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

/// What a lane makes of a warp's 16 rows: of two of them, and of two columns in every eight.
template <typename T>
struct LaneRows {
  float decay[2];
  float beta[2];
  const float* columnDecay;
  LanePlace scores;
  float* diagonal;  // transposed
  T* matrix;        // in the mirrored block

  __device__ LaneRows(TriangleTiles<T>& tiles, const MadeChunk& made, const TokenFactors& tokens, int warp, int lane)
      : decay{tokens.decayAt(warp * block + lane / 4), tokens.decayAt(warp * block + lane / 4 + 8)},
        beta{tokens.betaAt(warp * block + lane / 4), tokens.betaAt(warp * block + lane / 4 + 8)},
        columnDecay(tiles.decay[warp] + lane % 4 * 2),
        scores(made.scores, warp * block),
        diagonal(&tiles.diagonal[warp][lane % 4 * 2][lane / 4]),
        matrix(tiles.tile + lane / 4 * StateTile::step + warp * block + lane % 4 * 2) {
    __syncwarp();
    tiles.decay[warp][lane] = tokens.decay[0];
    tiles.decay[warp][lane + 32] = tokens.decay[1];
    __syncwarp();
  }
};

/// Scores and matrix of a warp's rows and 16 columns, as far as they are still remembered, from products of queries and
/// of keys with keys.
template <typename T, int columns, bool onDiagonal>
__device__ inline void storeBlock(const LaneRows<T>& rows, const float (&scores)[32], const float (&products)[32]) {
  constexpr int across = block + 4;
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int i = columns * 8; i < columns * 8 + 8; i += 2) {
    const int part = i % 8 / 4;
    const int half = i % 4 / 2;
    const float2 columnDecay = *reinterpret_cast<const float2*>(rows.columnDecay + columns * block + part * 8);
    const float first = powerOfTwo(rows.decay[half] - columnDecay.x);
    const float second = powerOfTwo(rows.decay[half] - columnDecay.y);
    const float below = products[i] * first * rows.beta[half];
    const float next = products[i + 1] * second * rows.beta[half];
    if constexpr (onDiagonal) {
      const int after = part * 8 + lane % 4 * 2 - half * 8 - lane / 4;  // columns after the diagonal
      rows.scores.template store<T>(columns * 2 + part, half, after <= 0 ? scores[i] * first : 0,
                                    after < 0 ? scores[i + 1] * second : 0);
      rows.diagonal[part * 8 * across + half * 8] = below;  // what is not below is not looked at
      rows.diagonal[(part * 8 + 1) * across + half * 8] = next;
    } else {
      rows.scores.template store<T>(columns * 2 + part, half, scores[i] * first, scores[i + 1] * second);
      *reinterpret_cast<std::uint32_t*>(rows.matrix + (columns * block + half * 8) * StateTile::step + part * 8) =
          packTwo<T>(below, next);
    }
  }
}

template <typename T, int columns = 0>
__device__ inline void storeBlocks(const LaneRows<T>& rows, const float (&scores)[32], const float (&products)[32]) {
  if constexpr (columns < side / block) {
    if (columns < static_cast<int>(threadIdx.x) / 32 % 4) {
      storeBlock<T, columns, false>(rows, scores, products);
      storeBlocks<T, columns + 1>(rows, scores, products);
    } else {
      storeBlock<T, columns, true>(rows, scores, products);
    }
  }
}

__device__ inline void storeFactors(DeltaFactors& factors, const TokenFactors& tokens) {
  const float end = tokens.decayAt(side - 1);
  if (threadIdx.x % 128 < 32) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      factors.kept[threadIdx.x % 32 + half * 32] = powerOfTwo(tokens.decay[half]);
      factors.left[threadIdx.x % 32 + half * 32] = powerOfTwo(end - tokens.decay[half]);
    }
  }
}

/// This warp's block on the diagonal of the inverse, times b of its columns, as part of the right operand of a product.
template <typename T>
__device__ inline void storeDiagonalBlock(const TriangleTiles<T>& tiles, const MadeChunk& made,
                                          const TokenFactors& tokens) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int first = static_cast<int>(threadIdx.x) / 32 % 4 * block;
  const int row = first + lane / 2;
  const int column = first + lane % 2 * 8;
  Pack<T> values = *reinterpret_cast<const Pack<T>*>(tiles.tile + row * StateTile::step + column);
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    values.values[j] = fromFloat<T>(toFloat(values.values[j]) * tokens.betaAt(column + j));
  }
  *reinterpret_cast<Pack<T>*>(reinterpret_cast<T*>(made.inverse) + swizzled<side>(row, column / 8)) = values;
}

/// The inverse, and once more, times b of its columns, as the right operand of a product.
template <typename T>
__device__ inline void invertTriangle(TriangleTiles<T>& tiles, const MadeChunk& made, const TokenFactors& tokens) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
  float betas[2][2];
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    betas[half][0] = tokens.betaAt(warp * block + half * 8 + lane % 4 * 2);
    betas[half][1] = tokens.betaAt(warp * block + half * 8 + lane % 4 * 2 + 1);
  }
  __syncwarp();
  invertDiagonalBlock(tiles, warp);
  syncGroup();
  storeDiagonalBlock(tiles, made, tokens);
  for (int row = warp + 1; row < side / block; ++row) {
    invertBlockBelow(tiles, row, warp, [&](int half, const float(&sums)[4]) {
      const LanePlace place(made.inverse, row * block);
      place.store<T>(warp * 2 + half, 0, sums[0] * betas[half][0], sums[1] * betas[half][1]);
      place.store<T>(warp * 2 + half, 1, sums[2] * betas[half][0], sums[3] * betas[half][1]);
    });
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
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  clearMade(memory.madeOf(maker));
  ChunkPlace place;
  TokenFactors next;
  place.advance(heads, static_cast<int>(maker));
  next.load(inputs, heads, place);
  for (unsigned int number = maker; place.plane < heads.planes; number += HopperState::makers) {
    asm volatile("" : "+r"(maker));  // or all addresses that follow from it would take up registers
    TriangleTiles<T>& tiles = reinterpret_cast<TriangleTiles<T>*>(memory.rest)[maker];
    const MadeChunk made(memory.madeOf(maker));
    TokenFactors tokens = next;
    place.advance(heads, HopperState::makers);
    next.load(inputs, heads, place);
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
    memory.awaitMadeFree(number);
    syncGroup();  // all are done with the matrix before
    storeBlocks<T>(LaneRows<T>(tiles, made, tokens, warp, lane), scores, products);
    storeFactors(*made.factors, tokens);
    invertTriangle(tiles, made, tokens);
    showToAsyncUnits();
    arrive(memory.madeHere + maker);
  }
}

#endif  // __CUDA_ARCH_FEAT_SM90_ALL

}  // namespace kernline::recorder
