// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/state_tile.cuh"

namespace kernline::recorder {

// The state forgets and is corrected (Yang et al., Gated Delta Networks):
//   state_t = a_t state_{t-1} + k_t u_t,  u_t = b_t (v_t - a_t state_{t-1}' k_t),  out_t = state_t' q_t
// With d_i the product of all a up to i in a chunk, the corrections u of its tokens solve a triangular system:
//   u_i + sum_{j<i} b_i d_i/d_j (k_i k_j) u_j = b_i (v_i - d_i state' k_i)
// Its matrix knows nothing of the state: a first kernel inverts those of all chunks at once, so that the second, which
// goes from chunk to chunk, is left with products.

constexpr int side = StateTile::side;
constexpr int factorsOfChunk = 2 * side;  // logarithms of d, then b

template <typename T>
struct DeltaInputs {
  const T* query;
  const T* key;
  const T* value;
  const float* decay;  // logarithm of a, [planes][length]
  const float* beta;
  T* inverse;      // [planes][chunks][64][64]
  float* factors;  // [planes][chunks][128]
  T* output;
  int length;
  unsigned int chunks;  // of a head
  float scale;
};

/// One warp's: sums of logarithms up to each token, two by each lane.
__device__ inline void sumDecays(float* factors, const float* decay, const float* beta, int rows) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const float first = lane < rows ? decay[lane] : 0;
  const float second = lane + 32 < rows ? decay[lane + 32] : 0;
  float low = first;
  float high = second;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const float lowBefore = __shfl_up_sync(0xFFFFFFFF, low, distance);
    const float highBefore = __shfl_up_sync(0xFFFFFFFF, high, distance);
    low += lane >= distance ? lowBefore : 0;
    high += lane >= distance ? highBefore : 0;
  }
  factors[lane] = low;
  factors[lane + 32] = high + __shfl_sync(0xFFFFFFFF, low, 31);
  factors[side + lane] = lane < rows ? beta[lane] : 0;
  factors[side + lane + 32] = lane + 32 < rows ? beta[lane + 32] : 0;
}

constexpr int strip = 16;  // rows and columns that one warp inverts
constexpr int inverseThreads = 128;

/// Shared memory of a block that inverts the matrix of one chunk.
template <typename T>
struct InverseTiles {
  T key[StateTile::wideSize];  // then what is in between
  T matrix[StateTile::wideSize];
  T inverse[StateTile::wideSize];
  float diagonal[side / strip][strip][strip + 4];  // two rows share no bank
  float factors[factorsOfChunk];
};

/// b_i d_i/d_j (k_i k_j) of 16 rows, below the diagonal; the part on the diagonal in fp32 too.
template <typename T>
__device__ inline void findMatrix(InverseTiles<T>& tiles, int row, int lane) {
  const float* const decays = tiles.factors;
  for (int n = 0; n <= row; n += strip) {
    float sums[2][4] = {};
#pragma unroll
    for (int k = 0; k < side; k += 16) {
      std::uint32_t left[4];
      std::uint32_t right[4];
      loadLeft(left, tiles.key, StateTile::step, row, k, lane);
      loadRightTransposed(right, tiles.key, StateTile::step, k, n, lane);
      multiplyAdd<T>(sums[0], left, right[0], right[1]);
      multiplyAdd<T>(sums[1], left, right[2], right[3]);
    }
    for (int half = 0; half < 2; ++half) {
      forSum(sums[half], row, n + half * 8, lane, [&](int i, int j, float& sum) {
        sum = j < i ? sum * decays[side + i] * __expf(decays[i] - decays[j]) : 0;
        if (n == row) {
          tiles.diagonal[row / strip][i - row][j - n] = sum;
        }
      });
      storeSum(tiles.matrix, StateTile::step, sums[half], row, n + half * 8, lane);
    }
  }
}

/// 16 rows and columns on the diagonal, by forward substitution: a column by each of 16 lanes.
template <typename T>
__device__ inline void invertDiagonal(InverseTiles<T>& tiles, int row, int lane) {
  const auto& matrix = tiles.diagonal[row / strip];
  const int column = lane % strip;
  float inverse[strip];
#pragma unroll
  for (int i = 0; i < strip; ++i) {
    float sum = i == column ? 1 : 0;
#pragma unroll
    for (int j = 0; j < i; ++j) {
      sum -= matrix[i][j] * inverse[j];
    }
    inverse[i] = sum;
  }
  if (lane < strip) {
#pragma unroll
    for (int i = 0; i < strip; ++i) {
      tiles.inverse[(row + i) * StateTile::step + row + column] = fromFloat<T>(inverse[i]);
    }
  }
}

/// The part of the inverse at (row, column), from those above it, which this warp has found, and the one on the
/// diagonal:
///   inverse_ij = -inverse_ii sum_{j<=k<i} matrix_ik inverse_kj
template <typename T>
__device__ inline void invertBelow(InverseTiles<T>& tiles, int row, int column, int lane) {
  float sums[2][4] = {};
  std::uint32_t left[4];
  std::uint32_t right[4];
  for (int k = column; k < row; k += strip) {
    loadLeft(left, tiles.matrix, StateTile::step, row, k, lane);
    loadRight(right, tiles.inverse, StateTile::step, k, column, lane);
    multiplyAdd<T>(sums[0], left, right[0], right[1]);
    multiplyAdd<T>(sums[1], left, right[2], right[3]);
  }
  for (int half = 0; half < 2; ++half) {
    storeSum(tiles.key, StateTile::step, sums[half], row, column + half * 8, lane);
  }
  __syncwarp();
  float products[2][4] = {};
  loadLeft(left, tiles.inverse, StateTile::step, row, row, lane);
  loadRight(right, tiles.key, StateTile::step, row, column, lane);
  multiplyAdd<T>(products[0], left, right[0], right[1]);
  multiplyAdd<T>(products[1], left, right[2], right[3]);
  for (int half = 0; half < 2; ++half) {
    forSum(products[half], row, column, lane, [](int, int, float& value) { value = -value; });
    storeSum(tiles.inverse, StateTile::step, products[half], row, column + half * 8, lane);
  }
  __syncwarp();
}

template <typename T>
__global__ void __launch_bounds__(inverseThreads) invertChunks(const DeltaInputs<T> inputs) {
  KERNLINE_BLOCK_OF(1);
  __shared__ __align__(128) InverseTiles<T> tiles;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::size_t chunk = blockIdx.x;
  const int start = static_cast<int>(blockIdx.x % inputs.chunks) * side;
  const std::size_t token = blockIdx.x / inputs.chunks * static_cast<std::size_t>(inputs.length) + start;
  const int rows = min(side, inputs.length - start);
  copyRows<side, StateTile::step, inverseThreads>(tiles.key, inputs.key + token * side, side, rows);
  closeCopies();
  for (int i = static_cast<int>(threadIdx.x); i < StateTile::wideSize; i += inverseThreads) {
    tiles.inverse[i] = fromFloat<T>(0);
  }
  if (warp == 0) {
    sumDecays(tiles.factors, inputs.decay + token, inputs.beta + token, rows);
  }
  awaitCopies<0>();
  __syncthreads();
  findMatrix(tiles, warp * strip, lane);
  __syncwarp();
  invertDiagonal(tiles, warp * strip, lane);
  __syncthreads();
  for (int row = (warp + 1) * strip; row < side; row += strip) {
    invertBelow(tiles, row, warp * strip, lane);
  }
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < side * side / 8; i += inverseThreads) {
    *reinterpret_cast<Pack<T>*>(inputs.inverse + chunk * side * side + i * 8) =
        *reinterpret_cast<const Pack<T>*>(tiles.inverse + i / 8 * StateTile::step + i % 8 * 8);
  }
  inputs.factors[chunk * factorsOfChunk + threadIdx.x] = tiles.factors[threadIdx.x];
}

/// A block's shared memory. Two chunks: the one in work and the next.
template <typename T>
struct DeltaTiles {
  T query[2][StateTile::wideSize];
  T key[2][StateTile::wideSize];
  T inverse[2][StateTile::wideSize];
  T value[2][StateTile::narrowSize];  // then the right sides of the system
  float factors[2][factorsOfChunk];
  T scores[StateTile::wideSize];
  T state[StateTile::narrowSize];
  T corrections[StateTile::narrowSize];  // u
  T remembered[StateTile::narrowSize];   // what of u is left at the end of the chunk
};

template <typename T>
__device__ inline void copyChunk(DeltaTiles<T>& tiles, const DeltaInputs<T>& inputs, int chunk) {
  const int rows = inputs.length - chunk * side;
  if (rows > 0) {
    const std::size_t plane = blockIdx.x / StateTile::halves;
    const std::size_t token = plane * inputs.length + chunk * side;
    const std::size_t number = plane * inputs.chunks + chunk;
    const int stage = chunk % 2;
    copyRows<side, StateTile::step>(tiles.query[stage], inputs.query + token * side, side, rows);
    copyRows<side, StateTile::step>(tiles.key[stage], inputs.key + token * side, side, rows);
    copyRows<side, StateTile::step>(tiles.inverse[stage], inputs.inverse + number * side * side, side, side);
    copyRows<StateTile::columns, StateTile::narrow>(
        tiles.value[stage], inputs.value + token * side + blockIdx.x % StateTile::halves * StateTile::columns, side,
        rows);
    if (threadIdx.x < factorsOfChunk / 4) {
      copyAsync(tiles.factors[stage] + threadIdx.x * 4, inputs.factors + number * factorsOfChunk + threadIdx.x * 4,
                true);
    }
  }
  closeCopies();
}

/// One chunk's scores: products of queries and keys that came before, as far as they are still remembered.
template <typename T>
__device__ inline void scoreChunk(DeltaTiles<T>& tiles, const std::uint32_t (&query)[4][4], int stage,
                                  const WarpPlace& place) {
  const float* const decays = tiles.factors[stage];
  for (int n = place.half * 32; n < min(place.half * 32 + 32, place.row + 16); n += 16) {
    float scores[2][4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      std::uint32_t key[4];
      loadRightTransposed(key, tiles.key[stage], StateTile::step, k * 16, n, place.lane);
      multiplyAdd<T>(scores[0], query[k], key[0], key[1]);
      multiplyAdd<T>(scores[1], query[k], key[2], key[3]);
    }
#pragma unroll
    for (int part = 0; part < 2; ++part) {
      forSum(scores[part], place.row, n + part * 8, place.lane, [&](int row, int other, float& score) {
        score = other <= row ? score * __expf(decays[row] - decays[other]) : 0;
      });
      storeSum(tiles.scores, StateTile::step, scores[part], place.row, n + part * 8, place.lane);
    }
  }
}

/// Right sides of the system, b_i (v_i - d_i state' k_i), in place of the values.
template <typename T>
__device__ inline void findRightSides(DeltaTiles<T>& tiles, int stage, const WarpPlace& place) {
  const float* const decays = tiles.factors[stage];
  float sums[2][4] = {};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    std::uint32_t key[4];
    std::uint32_t state[4];
    loadLeft(key, tiles.key[stage], StateTile::step, place.row, k * 16, place.lane);
    loadRight(state, tiles.state, StateTile::narrow, k * 16, place.half * 16, place.lane);
    multiplyAdd<T>(sums[0], key, state[0], state[1]);
    multiplyAdd<T>(sums[1], key, state[2], state[3]);
  }
#pragma unroll
  for (int part = 0; part < 2; ++part) {
    const int column = place.half * 16 + part * 8;
    forSum(sums[part], place.row, column, place.lane, [&](int row, int other, float& sum) {
      const float value = toFloat(tiles.value[stage][row * StateTile::narrow + other]);
      sum = decays[side + row] * (value - __expf(decays[row]) * sum);
    });
    storeSum(tiles.value[stage], StateTile::narrow, sums[part], place.row, column, place.lane);
  }
}

/// result += tile times values, of a lower triangular tile: what lies above is not touched.
template <typename T>
__device__ inline void multiplyTriangle(float (&result)[2][4], const T* tile, const T* values, const WarpPlace& place) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (k * 16 <= place.row) {
      std::uint32_t left[4];
      std::uint32_t right[4];
      loadLeft(left, tile, StateTile::step, place.row, k * 16, place.lane);
      loadRight(right, values, StateTile::narrow, k * 16, place.half * 16, place.lane);
      multiplyAdd<T>(result[0], left, right[0], right[1]);
      multiplyAdd<T>(result[1], left, right[2], right[3]);
    }
  }
}

template <typename T>
__device__ inline void findCorrections(DeltaTiles<T>& tiles, int stage, const WarpPlace& place) {
  const float* const decays = tiles.factors[stage];
  float sums[2][4] = {};
  multiplyTriangle(sums, tiles.inverse[stage], tiles.value[stage], place);
#pragma unroll
  for (int part = 0; part < 2; ++part) {
    const int column = place.half * 16 + part * 8;
    storeSum(tiles.corrections, StateTile::narrow, sums[part], place.row, column, place.lane);
    forSum(sums[part], place.row, column, place.lane,
           [&](int row, int, float& sum) { sum *= __expf(decays[side - 1] - decays[row]); });
    storeSum(tiles.remembered, StateTile::narrow, sums[part], place.row, column, place.lane);
  }
}

/// state = d state + keys' times what is remembered of the corrections
template <typename T>
__device__ inline void advanceState(float (&state)[2][4], DeltaTiles<T>& tiles, int stage, const WarpPlace& place) {
  const float kept = __expf(tiles.factors[stage][side - 1]);
  for (float(&part)[4] : state) {
    for (float& value : part) {
      value *= kept;
    }
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    std::uint32_t key[4];
    std::uint32_t added[4];
    loadLeftTransposed(key, tiles.key[stage], StateTile::step, place.row, k * 16, place.lane);
    loadRight(added, tiles.remembered, StateTile::narrow, k * 16, place.half * 16, place.lane);
    multiplyAdd<T>(state[0], key, added[0], added[1]);
    multiplyAdd<T>(state[1], key, added[2], added[3]);
  }
  for (int part = 0; part < 2; ++part) {
    storeSum(tiles.state, StateTile::narrow, state[part], place.row, place.half * 16 + part * 8, place.lane);
  }
}

template <typename T>
__global__ void __launch_bounds__(StateTile::threads, 2) gatedDeltaKernel(const DeltaInputs<T> inputs) {
  KERNLINE_BLOCK();
  extern __shared__ __align__(128) unsigned char shared[];
  DeltaTiles<T>& tiles = *reinterpret_cast<DeltaTiles<T>*>(shared);
  const WarpPlace place;
  float state[2][4] = {};  // keys from place.row by 16 values
  for (int i = static_cast<int>(threadIdx.x); i < StateTile::narrowSize; i += StateTile::threads) {
    tiles.state[i] = fromFloat<T>(0);
  }
  copyChunk(tiles, inputs, 0);
  for (int chunk = 0; chunk * side < inputs.length; ++chunk) {
    const int stage = chunk % 2;
    awaitCopies<0>();
    __syncthreads();
    copyChunk(tiles, inputs, chunk + 1);
    std::uint32_t query[4][4];
    float result[2][4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      std::uint32_t before[4];
      loadLeft(query[k], tiles.query[stage], StateTile::step, place.row, k * 16, place.lane);
      loadRight(before, tiles.state, StateTile::narrow, k * 16, place.half * 16, place.lane);
      multiplyAdd<T>(result[0], query[k], before[0], before[1]);
      multiplyAdd<T>(result[1], query[k], before[2], before[3]);
    }
    for (float(&part)[4] : result) {
      forSum(part, place.row, 0, place.lane,
             [&](int row, int, float& sum) { sum *= __expf(tiles.factors[stage][row]); });
    }
    findRightSides(tiles, stage, place);
    scoreChunk(tiles, query, stage, place);
    __syncthreads();
    findCorrections(tiles, stage, place);
    __syncthreads();
    multiplyTriangle(result, tiles.scores, tiles.corrections, place);
    storeResult(inputs.output, inputs.length, chunk, result, inputs.scale);
    advanceState(state, tiles, stage, place);
  }
}

}  // namespace kernline::recorder
