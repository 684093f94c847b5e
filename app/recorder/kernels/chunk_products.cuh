// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mma.h>

#include <type_traits>

#include "app/recorder/cuda/elements.cuh"

namespace kernline::recorder {

// Products of 64 x 64 tiles in shared memory by the eight warps of a block, on tensor cores through CUDA's own wmma
// interface. Rows are padded so that eight of them lie in different banks.

struct Chunk {
  static constexpr int side = 64;
  static constexpr int step = side + 8;       // elements from a 16-bit row to the next
  static constexpr int floatStep = side + 4;  // of an fp32 row
  static constexpr int threads = 256;
  static constexpr int bytes = side * step * 2;
  static constexpr int floatBytes = side * floatStep * 4;
};

/// result = a b, or result += a b; a transposed matrix is read as it lies and used the other way round.
template <typename T, bool transposedA, bool transposedB, bool add>
__device__ inline void multiplyChunks(const T* a, const T* b, float* result) {
  using namespace nvcuda;
  using LayoutA = std::conditional_t<transposedA, wmma::col_major, wmma::row_major>;
  using LayoutB = std::conditional_t<transposedB, wmma::col_major, wmma::row_major>;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  __syncwarp();                   // this warp may have written what it adds to here
  const int row = warp / 2 * 16;  // each warp makes two of the sixteen 16 x 16 parts
#pragma unroll
  for (int part = 0; part < 2; ++part) {
    const int column = (warp % 2 * 2 + part) * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
    if constexpr (add) {
      wmma::load_matrix_sync(sums, result + row * Chunk::floatStep + column, Chunk::floatStep, wmma::mem_row_major);
    } else {
      wmma::fill_fragment(sums, 0.0F);
    }
#pragma unroll
    for (int k = 0; k < Chunk::side; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, T, LayoutA> left;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, T, LayoutB> right;
      wmma::load_matrix_sync(left, transposedA ? a + k * Chunk::step + row : a + row * Chunk::step + k, Chunk::step);
      wmma::load_matrix_sync(right, transposedB ? b + column * Chunk::step + k : b + k * Chunk::step + column,
                             Chunk::step);
      wmma::mma_sync(sums, left, right, sums);
    }
    wmma::store_matrix_sync(result + row * Chunk::floatStep + column, sums, Chunk::floatStep, wmma::mem_row_major);
  }
}

/// 64 rows of 64 elements from global memory; rows past `rows` become zeros.
template <typename T>
__device__ inline void loadChunk(T* to, const T* from, int rows) {
  for (int i = static_cast<int>(threadIdx.x); i < Chunk::side * Chunk::side / 8; i += Chunk::threads) {
    const int row = i / 8;
    Pack<T> held;
    if (row < rows) {
      held = *reinterpret_cast<const Pack<T>*>(from + row * Chunk::side + i % 8 * 8);
    } else {
#pragma unroll
      for (T& value : held.values) {
        value = fromFloat<T>(0);
      }
    }
    *reinterpret_cast<Pack<T>*>(to + row * Chunk::step + i % 8 * 8) = held;
  }
}

/// Calls `each(row, column)` for every element of a chunk, neighbours by neighbouring threads.
template <typename Function>
__device__ inline void forChunk(const Function& each) {
  for (int i = static_cast<int>(threadIdx.x); i < Chunk::side * Chunk::side; i += Chunk::threads) {
    each(i / Chunk::side, i % Chunk::side);
  }
}

template <typename T>
__device__ inline T& at(T* chunk, int row, int column) {
  return chunk[row * (sizeof(T) == 4 ? Chunk::floatStep : Chunk::step) + column];
}

}  // namespace kernline::recorder
