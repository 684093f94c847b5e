// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/tensor_core.cuh"

namespace kernline::recorder {

// One tile of flash attention with mma.sync: 128 queries of one head, eight warps of 16 rows each, against keys and
// values that come by in tiles of 64. Scores never leave registers; each row carries its maximum and its sum along
// (Dao et al., FlashAttention-2).

struct AttentionTile {
  static constexpr int queries = 128;
  static constexpr int keys = 64;
  static constexpr int threads = 256;

  template <int headDim>
  static constexpr int sharedBytes() {
    return (queries + 2 * keys) * headDim * 2;
  }
};

/// What a block attends to. Rows are in elements from `query` and `output`; keys and values are found by the functor
/// that is given beside it.
template <typename T>
struct TileProblem {
  const T* query;  // of this head's first row of the sequence
  T* output;
  float* logSumExp;      // of this head's first row, or null
  std::int64_t rowStep;  // elements from one query to the next, of the output too
  int firstQuery;
  int queries;  // in the sequence
  int keys;
  bool causal;  // query i sees keys up to i + keys - queries
  float scale;  // of the scores, times log2(e)
};

template <typename T, int headDim>
struct AttentionState {
  float output[headDim / 8][4] = {};
  float rowMax[2] = {-INFINITY, -INFINITY};
  float sum[2] = {0, 0};

  /// Scores become probabilities (not yet divided by their sum); what was summed before is scaled to the new maximum.
  __device__ void takeScores(float (&scores)[AttentionTile::keys / 8][4], float scale) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float best = rowMax[half];
#pragma unroll
      for (int n = 0; n < AttentionTile::keys / 8; ++n) {
        best = fmaxf(best, fmaxf(scores[n][2 * half], scores[n][2 * half + 1]));
      }
      best = fmaxf(best, __shfl_xor_sync(0xFFFFFFFF, best, 1));
      best = fmaxf(best, __shfl_xor_sync(0xFFFFFFFF, best, 2));
      const float base = best == -INFINITY ? 0 : best * scale;  // a row that sees nothing yet stays at zero
      const float kept = exp2f(rowMax[half] * scale - base);
      rowMax[half] = best;
      float added = 0;
#pragma unroll
      for (int n = 0; n < AttentionTile::keys / 8; ++n) {
        scores[n][2 * half] = exp2f(scores[n][2 * half] * scale - base);
        scores[n][2 * half + 1] = exp2f(scores[n][2 * half + 1] * scale - base);
        added += scores[n][2 * half] + scores[n][2 * half + 1];
      }
      sum[half] = sum[half] * kept + added;
#pragma unroll
      for (int d = 0; d < headDim / 8; ++d) {
        output[d][2 * half] *= kept;
        output[d][2 * half + 1] *= kept;
      }
    }
  }
};

template <typename T, int headDim, typename RowOf>
__device__ inline void loadTile(T* tile, int rows, int first, int limit, const RowOf& rowOf) {
  constexpr int pieces = headDim / 8;
  for (int i = static_cast<int>(threadIdx.x); i < rows * pieces; i += AttentionTile::threads) {
    const int row = i / pieces;
    const int piece = i % pieces;
    const bool inside = first + row < limit;
    copyAsync(tile + swizzled<headDim>(row, piece), rowOf(inside ? first + row : 0) + piece * 8, inside);
  }
}

template <int headDim>
__device__ inline void maskScores(float (&scores)[AttentionTile::keys / 8][4], int row, int firstKey, int keys,
                                  int shift, bool causal) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int n = 0; n < AttentionTile::keys / 8; ++n) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int key = firstKey + n * 8 + lane % 4 * 2 + i % 2;
      const int last = causal ? min(keys - 1, row + (i / 2) * 8 + shift) : keys - 1;
      scores[n][i] = key > last ? -INFINITY : scores[n][i];
    }
  }
}

template <typename T, int headDim>
__device__ inline void multiplyQueriesKeys(float (&scores)[AttentionTile::keys / 8][4],
                                           const std::uint32_t (&query)[headDim / 16][4], const T* keyTile) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int k = 0; k < headDim / 16; ++k) {
#pragma unroll
    for (int n = 0; n < AttentionTile::keys / 16; ++n) {
      std::uint32_t key[4];
      const int row = n * 16 + lane / 16 * 8 + lane % 8;
      loadMatrices<false>(key, keyTile + swizzled<headDim>(row, k * 2 + lane / 8 % 2));
      multiplyAdd<T>(scores[2 * n], query[k], key[0], key[1]);
      multiplyAdd<T>(scores[2 * n + 1], query[k], key[2], key[3]);
    }
  }
}

template <typename T, int headDim>
__device__ inline void multiplyScoresValues(float (&output)[headDim / 8][4],
                                            const float (&scores)[AttentionTile::keys / 8][4], const T* valueTile) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int k = 0; k < AttentionTile::keys / 16; ++k) {
    const std::uint32_t weights[4] = {
        packTwo<T>(scores[2 * k][0], scores[2 * k][1]), packTwo<T>(scores[2 * k][2], scores[2 * k][3]),
        packTwo<T>(scores[2 * k + 1][0], scores[2 * k + 1][1]), packTwo<T>(scores[2 * k + 1][2], scores[2 * k + 1][3])};
#pragma unroll
    for (int d = 0; d < headDim / 16; ++d) {
      std::uint32_t value[4];
      const int row = k * 16 + lane / 8 % 2 * 8 + lane % 8;
      loadMatrices<true>(value, valueTile + swizzled<headDim>(row, d * 2 + lane / 16));
      multiplyAdd<T>(output[2 * d], weights, value[0], value[1]);
      multiplyAdd<T>(output[2 * d + 1], weights, value[2], value[3]);
    }
  }
}

template <typename T, int headDim>
__device__ inline void storeOutput(AttentionState<T, headDim>& state, const TileProblem<T>& problem, int row) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float sum = state.sum[half];
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, 1);
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, 2);
    const float share = sum > 0 ? 1 / sum : 0;
    if (row + half * 8 >= problem.queries) {
      continue;
    }
    T* to = problem.output + (row + half * 8) * problem.rowStep + lane % 4 * 2;
#pragma unroll
    for (int d = 0; d < headDim / 8; ++d) {
      *reinterpret_cast<std::uint32_t*>(to + d * 8) =
          packTwo<T>(state.output[d][2 * half] * share, state.output[d][2 * half + 1] * share);
    }
    if (problem.logSumExp != nullptr && lane % 4 == 0) {
      const float base = state.rowMax[half] == -INFINITY ? -INFINITY : state.rowMax[half] * problem.scale;
      problem.logSumExp[row + half * 8] = sum > 0 ? base + log2f(sum) : -INFINITY;  // to base 2
    }
  }
}

/// `keyRow` and `valueRow` give the first element of a row of this block's head.
template <typename T, int headDim, typename KeyRow, typename ValueRow>
__device__ inline void attendTile(const TileProblem<T>& problem, const KeyRow& keyRow, const ValueRow& valueRow) {
  extern __shared__ __align__(128) unsigned char shared[];
  T* queryTile = reinterpret_cast<T*>(shared);
  T* keyTile = queryTile + AttentionTile::queries * headDim;
  T* valueTile = keyTile + AttentionTile::keys * headDim;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int shift = problem.keys - problem.queries;
  const int lastQuery = min(problem.firstQuery + AttentionTile::queries, problem.queries) - 1;
  const int end = problem.causal ? min(problem.keys, lastQuery + shift + 1) : problem.keys;
  const int row = problem.firstQuery + warp * 16 + lane / 4;

  loadTile<T, headDim>(queryTile, AttentionTile::queries, problem.firstQuery, problem.queries,
                       [&](int i) { return problem.query + i * problem.rowStep; });
  loadTile<T, headDim>(keyTile, AttentionTile::keys, 0, problem.keys, keyRow);
  closeCopies();
  awaitCopies<0>();
  __syncthreads();
  std::uint32_t query[headDim / 16][4];
#pragma unroll
  for (int k = 0; k < headDim / 16; ++k) {
    loadMatrices<false>(query[k], queryTile + swizzled<headDim>(warp * 16 + lane % 16, k * 2 + lane / 16));
  }
  AttentionState<T, headDim> state;
  for (int first = 0; first < end; first += AttentionTile::keys) {
    loadTile<T, headDim>(valueTile, AttentionTile::keys, first, problem.keys, valueRow);
    closeCopies();
    float scores[AttentionTile::keys / 8][4] = {};
    multiplyQueriesKeys<T, headDim>(scores, query, keyTile);
    const bool edge = first + AttentionTile::keys > problem.keys ||
                      (problem.causal && first + AttentionTile::keys - 1 > problem.firstQuery + warp * 16 + shift);
    if (edge) {
      maskScores<headDim>(scores, row, first, problem.keys, shift, problem.causal);
    }
    state.takeScores(scores, problem.scale);
    awaitCopies<0>();
    __syncthreads();  // the values are here, and every warp is done with the keys
    if (first + AttentionTile::keys < end) {
      loadTile<T, headDim>(keyTile, AttentionTile::keys, first + AttentionTile::keys, problem.keys, keyRow);
      closeCopies();
    }
    multiplyScoresValues<T, headDim>(state.output, scores, valueTile);
    awaitCopies<0>();
    __syncthreads();  // the next keys are here, and every warp is done with the values
  }
  storeOutput<T, headDim>(state, problem, row);
}

}  // namespace kernline::recorder
