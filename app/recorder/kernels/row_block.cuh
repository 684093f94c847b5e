// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>

#include "app/recorder/cuda/elements.cuh"

namespace kernline::recorder {

// Rows that are read once and kept in registers: blockDim.x threads share a row, blockDim.y rows share a block.

struct RowLaunch {
  dim3 grid;
  dim3 block;
};

template <typename T, int packs>
RowLaunch rowLaunch(std::size_t rows, std::size_t columns) {
  const std::size_t perThread = packs * Pack<T>::size;
  const std::size_t wanted = (columns + perThread - 1) / perThread;
  const auto across = static_cast<unsigned int>(std::clamp<std::size_t>((wanted + 31) / 32 * 32, 32, 1024));
  const unsigned int down = std::max(1U, 256 / across);
  return {.grid = dim3(static_cast<unsigned int>((rows + down - 1) / down)), .block = dim3(across, down)};
}

/// Calls `function` with how many packs each thread holds, as a constant: two, or four where a row is too long.
template <typename T, typename Function>
void withPacks(std::size_t columns, const Function& function) {
  if (columns <= std::size_t{1024} * 2 * Pack<T>::size) {
    function(std::integral_constant<int, 2>{});
  } else {
    function(std::integral_constant<int, 4>{});
  }
}

/// What one thread holds of a row, as fp32.
template <typename T, int packs>
struct RowPart {
  float values[packs][Pack<T>::size];

  __device__ static int firstColumn(int pack) {
    return (pack * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * Pack<T>::size;
  }

  /// Calls `each` with every value held and its column.
  template <typename Function>
  __device__ void forEach(int columns, const Function& each) {
#pragma unroll
    for (int p = 0; p < packs; ++p) {
      if (firstColumn(p) < columns) {
#pragma unroll
        for (int i = 0; i < Pack<T>::size; ++i) {
          each(values[p][i], firstColumn(p) + i);
        }
      }
    }
  }

  /// The same with the elements of another row, for instance weights, at the same columns.
  template <typename Function>
  __device__ void forEachWith(const T* row, int columns, const Function& each) {
#pragma unroll
    for (int p = 0; p < packs; ++p) {
      if (firstColumn(p) < columns) {
        const Pack<T> other = *reinterpret_cast<const Pack<T>*>(row + firstColumn(p));
#pragma unroll
        for (int i = 0; i < Pack<T>::size; ++i) {
          each(values[p][i], toFloat(other.values[i]));
        }
      }
    }
  }

  __device__ void load(const T* row, int columns) {
    Pack<T> raw[packs];
#pragma unroll
    for (int p = 0; p < packs; ++p) {  // all loads before the first use
      if (firstColumn(p) < columns) {
        raw[p] = *reinterpret_cast<const Pack<T>*>(row + firstColumn(p));
      }
    }
#pragma unroll
    for (int p = 0; p < packs; ++p) {
#pragma unroll
      for (int i = 0; i < Pack<T>::size; ++i) {
        values[p][i] = toFloat(raw[p].values[i]);
      }
    }
  }

  __device__ void store(T* row, int columns) const {
#pragma unroll
    for (int p = 0; p < packs; ++p) {
      if (firstColumn(p) < columns) {
        Pack<T> raw;
#pragma unroll
        for (int i = 0; i < Pack<T>::size; ++i) {
          raw.values[i] = fromFloat<T>(values[p][i]);
        }
        *reinterpret_cast<Pack<T>*>(row + firstColumn(p)) = raw;
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
