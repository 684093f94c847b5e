// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/tensor_core.cuh"

namespace kernline::recorder {

// What attentions with a state share: chunks of 64 tokens with heads of 64, one block for half of the columns of a
// head's values, so that there are two blocks for each head. Eight warps: each makes 16 rows of a product, and of its
// columns one half. The state stays in registers, in fp32; tensor cores read a rounded copy of it.

struct StateTile {
  static constexpr int side = 64;        // tokens in a chunk, and length of a key
  static constexpr int columns = 32;     // of the values, in a block
  static constexpr int halves = 2;       // blocks for a head
  static constexpr int step = side + 8;  // elements from row to row: eight rows lie in different banks
  static constexpr int narrow = columns + 8;
  static constexpr int threads = 256;
  static constexpr int stages = 3;                  // chunks in shared memory: the one in work and two that come
  static constexpr int wideSize = side * step;      // elements of a 64 x 64 tile
  static constexpr int narrowSize = side * narrow;  // of a 64 x 32 tile
};

/// Where a warp stands in its block: 16 rows from `row`, and half of the columns.
struct WarpPlace {
  int row = static_cast<int>(threadIdx.x) / 32 % 4 * 16;
  int half = static_cast<int>(threadIdx.x) / 128;
  int lane = static_cast<int>(threadIdx.x) % 32;
};

/// Copies 64 rows of `width` elements, `rowStep` apart, into rows `step` apart; rows past `rows` become zeros.
template <int width, int step, int threads = StateTile::threads, typename T>
__device__ inline void copyRows(T* to, const T* from, int rowStep, int rows) {
  constexpr int pieces = width / 8;
  for (int i = static_cast<int>(threadIdx.x); i < StateTile::side * pieces; i += threads) {
    const int row = i / pieces;
    const bool inside = row < rows;
    copyAsync(to + row * step + i % pieces * 8, from + (inside ? row : 0) * rowStep + i % pieces * 8, inside);
  }
}

/// A 16 x 16 left operand at (row, k) of a tile.
template <typename T>
__device__ inline void loadLeft(std::uint32_t (&to)[4], const T* tile, int step, int row, int k, int lane) {
  loadMatrices<false>(to, tile + (row + lane % 16) * step + k + lane / 16 * 8);
}

/// The same of the transposed tile: what is used as (row, k) lies at (k, row).
template <typename T>
__device__ inline void loadLeftTransposed(std::uint32_t (&to)[4], const T* tile, int step, int row, int k, int lane) {
  loadMatrices<true>(to, tile + (k + lane / 16 * 8 + lane % 8) * step + row + lane / 8 % 2 * 8);
}

/// Two 16 x 8 right operands side by side, at (k, column) of a tile: {0, 1} are the first, {2, 3} the second.
template <typename T>
__device__ inline void loadRight(std::uint32_t (&to)[4], const T* tile, int step, int k, int column, int lane) {
  loadMatrices<true>(to, tile + (k + lane % 16) * step + column + lane / 16 * 8);
}

/// The same of the transposed tile: what is used as (k, column) lies at (column, k).
template <typename T>
__device__ inline void loadRightTransposed(std::uint32_t (&to)[4], const T* tile, int step, int k, int column,
                                           int lane) {
  loadMatrices<false>(to, tile + (column + lane / 16 * 8 + lane % 8) * step + k + lane / 8 % 2 * 8);
}

/// Calls `each(row, column, value)` for the four values of a 16 x 8 sum at (row, column) that this lane holds.
template <typename Each>
__device__ inline void forSum(float (&sum)[4], int row, int column, int lane, const Each& each) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    each(row + lane / 4 + i / 2 * 8, column + lane % 4 * 2 + i % 2, sum[i]);
  }
}

/// Stores a 16 x 8 sum at (row, column) of a tile, rounded.
template <typename T>
__device__ inline void storeSum(T* tile, int step, const float (&sum)[4], int row, int column, int lane) {
  T* const place = tile + (row + lane / 4) * step + column + lane % 4 * 2;
  *reinterpret_cast<std::uint32_t*>(place) = packTwo<T>(sum[0], sum[1]);
  *reinterpret_cast<std::uint32_t*>(place + 8 * step) = packTwo<T>(sum[2], sum[3]);
}

/// A warp's part of a chunk's output, straight to where it belongs; rows past the end are left out.
template <typename T>
__device__ inline void storeResult(T* output, int length, int chunk, const float (&sums)[2][4], float scale) {
  const WarpPlace warp;
  const std::size_t plane = blockIdx.x / StateTile::halves;
  const int column =
      static_cast<int>(blockIdx.x % StateTile::halves) * StateTile::columns + warp.half * 16 + warp.lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int token = chunk * StateTile::side + warp.row + warp.lane / 4 + i / 2 * 8;
    if (token < length) {
      T* const place = output + (plane * length + token) * StateTile::side + column + i % 2 * 8;
      *reinterpret_cast<std::uint32_t*>(place) =
          packTwo<T>(sums[i % 2][i / 2 * 2] * scale, sums[i % 2][i / 2 * 2 + 1] * scale);
    }
  }
}

}  // namespace kernline::recorder
