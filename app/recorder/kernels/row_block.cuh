// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "app/recorder/cuda/elements.cuh"

namespace kernline::recorder {

// Rows that are read once and kept in registers: blockDim.x threads share a row, blockDim.y rows share a block.

constexpr int packsPerThread = 4;

struct RowLaunch {
  dim3 grid;
  dim3 block;
};

template <typename T>
RowLaunch rowLaunch(std::size_t rows, std::size_t columns) {
  const std::size_t packs = (columns + Pack<T>::size - 1) / Pack<T>::size;
  const std::size_t wanted = (packs + packsPerThread - 1) / packsPerThread;
  const auto across = static_cast<unsigned int>(std::clamp<std::size_t>((wanted + 31) / 32 * 32, 32, 1024));
  const unsigned int down = std::max(1U, 256 / across);
  return {.grid = dim3(static_cast<unsigned int>((rows + down - 1) / down)), .block = dim3(across, down)};
}

template <typename T>
struct RowPart {
  Pack<T> packs[packsPerThread];

  /// Calls `each(float& value...)`-like functions on what this thread holds; columns past the end are left out.
  template <typename Function>
  __device__ void forEach(int columns, const Function& each) {
#pragma unroll
    for (int p = 0; p < packsPerThread; ++p) {
      const int first = (p * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Pack<T>::size;
      if (first < columns) {
#pragma unroll
        for (int i = 0; i < Pack<T>::size; ++i) {
          each(packs[p].values[i], first + i);
        }
      }
    }
  }

  __device__ void load(const T* row, int columns) {
#pragma unroll
    for (int p = 0; p < packsPerThread; ++p) {
      const int first = (p * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Pack<T>::size;
      if (first < columns) {
        packs[p] = *reinterpret_cast<const Pack<T>*>(row + first);
      }
    }
  }

  __device__ void store(T* row, int columns) const {
#pragma unroll
    for (int p = 0; p < packsPerThread; ++p) {
      const int first = (p * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Pack<T>::size;
      if (first < columns) {
        *reinterpret_cast<Pack<T>*>(row + first) = packs[p];
      }
    }
  }
};

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// `value` of every thread of a row combined, known to all of them. Every thread of the block must call it.
template <typename Operation>
__device__ float acrossRow(float value, Operation operation) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    value = operation(value, __shfl_xor_sync(0xFFFFFFFF, value, distance));
  }
  const int warps = static_cast<int>(blockDim.x) / 32;
  if (warps == 1) {
    return value;
  }
  __shared__ float partial[32];  // at most 1,024 threads
  float* mine = partial + threadIdx.y * warps;
  __syncthreads();  // the last call's readers are done
  if (threadIdx.x % 32 == 0) {
    mine[threadIdx.x / 32] = value;
  }
  __syncthreads();
  value = mine[0];
  for (int warp = 1; warp < warps; ++warp) {
    value = operation(value, mine[warp]);
  }
  return value;
}

}  // namespace kernline::recorder
