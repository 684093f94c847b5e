// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/state_tile.cuh"

namespace kernline::recorder {

// The inverse of 1 + a matrix of 64 x 64 that is zero above the diagonal and on it, by four warps, blocks of 16 x 16:
// those on the diagonal in fp32, a column by each lane, the others as products on tensor cores. A warp finds the blocks
// of its 16 columns, so that it waits for the others only once.

constexpr int block = 16;

template <typename T>
struct TriangleTiles {
  // Below the diagonal and on it the blocks of the inverse. Those of the matrix are above it: (i, k) where (k, i) is.
  T tile[StateTile::wideSize];
  float diagonal[4][block][block + 4];  // of the matrix, transposed; then what is in between
  float decay[4][StateTile::side];      // each warp's own copy of what its matrix is made of

  __device__ T* matrixBlock(int row, int column) { return tile + column * block * StateTile::step + row * block; }
};

/// This warp's block on the diagonal, a column by each of 16 lanes.
template <typename T>
__device__ inline void invertDiagonalBlock(TriangleTiles<T>& tiles, int warp) {
  const auto& matrix = tiles.diagonal[warp];
  float inverse[block];
#pragma unroll
  for (int i = 0; i < block; ++i) {
    inverse[i] = i == static_cast<int>(threadIdx.x) % block ? 1 : 0;
  }
#pragma unroll
  for (int j = 0; j < block; ++j) {
#pragma unroll
    for (int quarter = (j + 1) / 4; quarter < block / 4; ++quarter) {
      const float4 four = *reinterpret_cast<const float4*>(&matrix[j][quarter * 4]);
      const float factors[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (int i = max(quarter * 4, j + 1); i < quarter * 4 + 4; ++i) {
        inverse[i] -= factors[i % 4] * inverse[j];
      }
    }
  }
  if (threadIdx.x % 32 < block) {
    T* const column = tiles.tile + warp * block * (StateTile::step + 1) + threadIdx.x % block;
#pragma unroll
    for (int i = 0; i < block; ++i) {
      column[i * StateTile::step] = fromFloat<T>(inverse[i]);
    }
  }
}

/// The block at (row, warp), from those above it, which this warp has found, and the one on the diagonal:
///   inverse_ij = -inverse_ii sum_{j<=k<i} matrix_ik inverse_kj
/// `each(half, sums)` for the halves of its columns.
template <typename T, typename Each>
__device__ inline void invertBlockBelow(TriangleTiles<T>& tiles, int row, int warp, const Each& each) {
  constexpr int betweenStep = 24;  // eight rows lie in different banks
  const int lane = static_cast<int>(threadIdx.x) % 32;
  T* const between = reinterpret_cast<T*>(tiles.diagonal[warp]);
  float sums[2][4] = {};
  std::uint32_t left[4];
  std::uint32_t right[4];
  for (int k = warp; k < row; ++k) {
    loadLeft(left, tiles.matrixBlock(row, k), StateTile::step, 0, 0, lane);
    loadRight(right, tiles.tile, StateTile::step, k * block, warp * block, lane);
    multiplyAdd<T>(sums[0], left, right[0], right[1]);
    multiplyAdd<T>(sums[1], left, right[2], right[3]);
  }
  storeSum(between, betweenStep, sums[0], 0, 0, lane);
  storeSum(between, betweenStep, sums[1], 0, 8, lane);
  __syncwarp();
  float products[2][4] = {};
  loadLeft(left, tiles.tile, StateTile::step, row * block, row * block, lane);
  loadRight(right, between, betweenStep, 0, 0, lane);
  multiplyAdd<T>(products[0], left, right[0], right[1]);
  multiplyAdd<T>(products[1], left, right[2], right[3]);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
#pragma unroll
    for (float& product : products[half]) {
      product = -product;
    }
    storeSum(tiles.tile, StateTile::step, products[half], row * block, warp * block + half * 8, lane);
    each(half, products[half]);
  }
  __syncwarp();
}

}  // namespace kernline::recorder
