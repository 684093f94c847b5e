// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/copy_engine.cuh"
#include "app/recorder/kernels/warpgroup_product.cuh"

namespace kernline::recorder {

// Flash attention for Hopper (Shah et al., FlashAttention-3): one warp keeps the copy engine busy, the warpgroups that
// compute issue the scores of the next keys before they turn to the softmax of these, so that the tensor cores work on
// while exponents are taken.

template <int headDim>
struct HopperTile {
  static constexpr int consumers = headDim == 64 ? 3 : 2;  // warpgroups of 64 queries
  static constexpr int queries = 64 * consumers;
  static constexpr int keys = 128;
  static constexpr int stages = 2;
  static constexpr int threads = 128 * (consumers + 1);
  static constexpr int halves = headDim / 64;  // a box is 64 elements, 128 bytes, wide
  static constexpr int queryBytes = queries * headDim * 2;
  static constexpr int keyBytes = keys * headDim * 2;
  static constexpr int sharedBytes = queryBytes + 2 * stages * keyBytes + 256 + 1024;  // barriers, and to align
};

struct HopperProblem {
  void* output;
  int queries;
  int keys;
  int groups;  // heads of the queries to one of the keys
  bool causal;
  float scale;  // of the scores, times log2(e)
};

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

template <int headDim>
struct HopperShared {
  using Tile = HopperTile<headDim>;

  unsigned char* query;
  unsigned char* keys;
  unsigned char* values;
  std::uint64_t* queryHere;
  std::uint64_t* keysHere;
  std::uint64_t* keysDone;
  std::uint64_t* valuesHere;
  std::uint64_t* valuesDone;

  __device__ explicit HopperShared(unsigned char* memory) {
    const std::uint32_t misaligned = sharedAddress(memory) & 1023;  // a swizzled tile starts at a multiple of 1,024
    query = memory + (misaligned == 0 ? 0 : 1024 - misaligned);
    keys = query + Tile::queryBytes;
    values = keys + Tile::stages * Tile::keyBytes;
    queryHere = reinterpret_cast<std::uint64_t*>(values + Tile::stages * Tile::keyBytes);
    keysHere = queryHere + 1;
    keysDone = keysHere + Tile::stages;
    valuesHere = keysDone + Tile::stages;
    valuesDone = valuesHere + Tile::stages;
  }

  __device__ void makeBarriers() const {
    makeBarrier(queryHere, 1);
    for (int stage = 0; stage < Tile::stages; ++stage) {
      makeBarrier(keysHere + stage, 1);
      makeBarrier(valuesHere + stage, 1);
      makeBarrier(keysDone + stage, 4 * Tile::consumers);  // one arrival a warp
      makeBarrier(valuesDone + stage, 4 * Tile::consumers);
    }
    showBarriersToCopyEngine();
  }
};

template <int headDim>
__device__ inline void copyTiles(const HopperShared<headDim>& shared, const CUtensorMap* query, const CUtensorMap* key,
                                 const CUtensorMap* value, const HopperProblem& problem, int firstQuery, int tiles) {
  using Tile = HopperTile<headDim>;
  const int plane = static_cast<int>(blockIdx.z * gridDim.y + blockIdx.y);
  const int kvPlane = plane / problem.groups;
  arriveExpecting(shared.queryHere, Tile::queryBytes);
  for (int half = 0; half < Tile::halves; ++half) {
    copyBox(shared.query + half * Tile::queries * 128, query, shared.queryHere, half * 64, firstQuery, plane);
  }
  for (int tile = 0; tile < tiles; ++tile) {
    const int stage = tile % Tile::stages;
    const unsigned int free = (tile / Tile::stages + 1) % 2;
    await(shared.keysDone + stage, free);
    arriveExpecting(shared.keysHere + stage, Tile::keyBytes);
    for (int half = 0; half < Tile::halves; ++half) {
      copyBox(shared.keys + stage * Tile::keyBytes + half * Tile::keys * 128, key, shared.keysHere + stage, half * 64,
              tile * Tile::keys, kvPlane);
    }
    await(shared.valuesDone + stage, free);
    arriveExpecting(shared.valuesHere + stage, Tile::keyBytes);
    for (int half = 0; half < Tile::halves; ++half) {
      copyBox(shared.values + stage * Tile::keyBytes + half * Tile::keys * 128, value, shared.valuesHere + stage,
              half * 64, tile * Tile::keys, kvPlane);
    }
  }
}

/// Issues the scores of one tile of keys.
template <typename T, int headDim>
__device__ inline void issueScores(float (&scores)[64], const unsigned char* query, const unsigned char* keys) {
  using Tile = HopperTile<headDim>;
#pragma unroll
  for (int k = 0; k < headDim / 16; ++k) {
    const int piece = k % 4 * 32;  // bytes into the 128-byte row
    multiplyTiles<T>(scores, tileDescriptor(query + k / 4 * Tile::queries * 128 + piece, 16, 1024),
                     tileDescriptor(keys + k / 4 * Tile::keys * 128 + piece, 16, 1024), k > 0);
  }
  closeProducts();
}

/// Issues output += weights values.
template <typename T, int headDim>
__device__ inline void issueOutput(float (&output)[headDim / 2], const std::uint32_t (&weights)[8][4],
                                   const unsigned char* values) {
  using Tile = HopperTile<headDim>;
#pragma unroll
  for (int k = 0; k < Tile::keys / 16; ++k) {
    multiplyRegisters<T>(output, weights[k], tileDescriptor(values + k * 16 * 128, Tile::keys * 128, 1024), 1);
  }
  closeProducts();
}

struct HopperRows {
  float rowMax[2] = {-INFINITY, -INFINITY};
  float sum[2] = {0, 0};
  float kept[2] = {1, 1};  // what the output so far is to be multiplied by

  __device__ void takeScores(float (&scores)[64], float scale) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float best = rowMax[half];
#pragma unroll
      for (int n = 0; n < 16; ++n) {
        best = fmaxf(best, fmaxf(scores[4 * n + 2 * half], scores[4 * n + 2 * half + 1]));
      }
      best = fmaxf(best, __shfl_xor_sync(0xFFFFFFFF, best, 1));
      best = fmaxf(best, __shfl_xor_sync(0xFFFFFFFF, best, 2));
      const float base = best == -INFINITY ? 0 : best * scale;
      kept[half] = exp2f(rowMax[half] * scale - base);
      rowMax[half] = best;
      float added = 0;
#pragma unroll
      for (int n = 0; n < 16; ++n) {
        float& left = scores[4 * n + 2 * half];
        float& right = scores[4 * n + 2 * half + 1];
        left = exp2f(fmaf(left, scale, -base));
        right = exp2f(fmaf(right, scale, -base));
        added += left + right;
      }
      sum[half] = sum[half] * kept[half] + added;
    }
  }
};

template <typename T>
__device__ inline void packWeights(std::uint32_t (&weights)[8][4], const float (&scores)[64]) {
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      weights[k][i] = packTwo<T>(scores[8 * k + 2 * i], scores[8 * k + 2 * i + 1]);
    }
  }
}

__device__ inline void maskHopperScores(float (&scores)[64], int row, int firstKey, const HopperProblem& problem) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    const int key = firstKey + i / 4 * 8 + lane % 4 * 2 + i % 2;
    const int seen = row + i % 4 / 2 * 8 + problem.keys - problem.queries;
    if (key >= problem.keys || (problem.causal && key > seen)) {
      scores[i] = -INFINITY;
    }
  }
}

template <typename T, int headDim>
__device__ inline void storeHopperOutput(const float (&output)[headDim / 2], const HopperRows& rows,
                                         const HopperProblem& problem, int row) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::size_t plane = static_cast<std::size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float sum = rows.sum[half];
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, 1);
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, 2);
    const float share = sum > 0 ? 1 / sum : 0;
    if (row + half * 8 >= problem.queries) {
      continue;
    }
    T* to = static_cast<T*>(problem.output) + (plane * problem.queries + row + half * 8) * headDim + lane % 4 * 2;
#pragma unroll
    for (int d = 0; d < headDim / 8; ++d) {
      *reinterpret_cast<std::uint32_t*>(to + d * 8) =
          packTwo<T>(output[4 * d + 2 * half] * share, output[4 * d + 2 * half + 1] * share);
    }
  }
}

template <typename T, int headDim>
__device__ inline void computeTiles(const HopperShared<headDim>& shared, const HopperProblem& problem, int firstQuery,
                                    int tiles) {
  using Tile = HopperTile<headDim>;
  const int group = static_cast<int>(threadIdx.x) / 128 - 1;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int firstRow = firstQuery + group * 64 + static_cast<int>(threadIdx.x) / 32 % 4 * 16;
  const int row = firstRow + lane / 4;
  const int clearKeys = problem.causal ? min(problem.keys, firstRow + 1 + problem.keys - problem.queries)
                                       : problem.keys;  // up to here nothing is masked
  const unsigned char* query = shared.query + group * 64 * 128;
  float scores[64];
  float output[headDim / 2] = {};
  std::uint32_t weights[8][4];
  HopperRows rows;

  await(shared.queryHere, 0);
  await(shared.keysHere, 0);
  openProducts();
  issueScores<T, headDim>(scores, query, shared.keys);
  awaitProducts<0>();
  pin(scores);
  arriveOnceAWarp(shared.keysDone);
  if (Tile::keys > clearKeys) {
    maskHopperScores(scores, row, 0, problem);
  }
  rows.takeScores(scores, problem.scale);
  packWeights<T>(weights, scores);
  for (int tile = 1; tile < tiles; ++tile) {
    const int stage = tile % Tile::stages;
    const int before = (tile - 1) % Tile::stages;
    await(shared.keysHere + stage, tile / Tile::stages % 2);
    openProducts();
    issueScores<T, headDim>(scores, query, shared.keys + stage * Tile::keyBytes);
    await(shared.valuesHere + before, (tile - 1) / Tile::stages % 2);
    openProducts();
    issueOutput<T, headDim>(output, weights, shared.values + before * Tile::keyBytes);
    awaitProducts<1>();  // the scores are there, the output is still being summed
    pin(scores);
    arriveOnceAWarp(shared.keysDone + stage);
    if ((tile + 1) * Tile::keys > clearKeys) {
      maskHopperScores(scores, row, tile * Tile::keys, problem);
    }
    rows.takeScores(scores, problem.scale);
    awaitProducts<0>();
    pin(output);
    arriveOnceAWarp(shared.valuesDone + before);
#pragma unroll
    for (int i = 0; i < headDim / 2; ++i) {
      output[i] *= rows.kept[i % 4 / 2];
    }
    packWeights<T>(weights, scores);
  }
  const int last = (tiles - 1) % Tile::stages;
  await(shared.valuesHere + last, (tiles - 1) / Tile::stages % 2);
  openProducts();
  issueOutput<T, headDim>(output, weights, shared.values + last * Tile::keyBytes);
  awaitProducts<0>();
  pin(output);
  storeHopperOutput<T, headDim>(output, rows, problem, row);
}

#endif  // __CUDA_ARCH_FEAT_SM90_ALL

template <typename T, int headDim>
__global__ void __launch_bounds__(HopperTile<headDim>::threads, 1)
    flashHopperKernel(const __grid_constant__ CUtensorMap query, const __grid_constant__ CUtensorMap key,
                      const __grid_constant__ CUtensorMap value, const HopperProblem problem) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  KERNLINE_BLOCK();
  using Tile = HopperTile<headDim>;
  extern __shared__ unsigned char memory[];
  const HopperShared<headDim> shared(memory);
  if (threadIdx.x == 0) {
    shared.makeBarriers();
  }
  __syncthreads();
  // The longest rows of a causal product start first, so that the short ones fill the end.
  const int tileIndex = static_cast<int>(problem.causal ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
  const int firstQuery = tileIndex * Tile::queries;
  const int lastSeen = min(firstQuery + Tile::queries, problem.queries) - 1 + problem.keys - problem.queries;
  const int end = problem.causal ? min(problem.keys, lastSeen + 1) : problem.keys;
  const int tiles = (end + Tile::keys - 1) / Tile::keys;
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(headDim == 64 ? 32 : 24));
    if (threadIdx.x == 0) {
      copyTiles<headDim>(shared, &query, &key, &value, problem, firstQuery, tiles);
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(headDim == 64 ? 160 : 240));
    computeTiles<T, headDim>(shared, problem, firstQuery, tiles);
  }
#else
  __trap();  // the host never launches this where it is not compiled
#endif
}

}  // namespace kernline::recorder
