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
  static __device__ float nothing() { return 0; }
  __device__ float operator()(float a, float b) const { return a + b; }
};

/// Two sums at once.
struct TwoSums {
  static __device__ float2 nothing() { return {0, 0}; }
  __device__ float2 operator()(float2 a, float2 b) const { return {a.x + b.x, a.y + b.y}; }
};

struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// x: a maximum; y: a sum of exponentials relative to it. One reduction across the block instead of two.
struct MaximumAndSum {
  static __device__ float2 nothing() { return {-INFINITY, 0}; }
};

__device__ inline float fromLane(float value, int distance) {
  return __shfl_xor_sync(0xFFFFFFFF, value, distance);
}
__device__ inline float2 fromLane(float2 value, int distance) {
  return {fromLane(value.x, distance), fromLane(value.y, distance)};
}

template <typename Value, typename Operation>
__device__ Value acrossWarp(Value value, Operation operation) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    value = operation(value, fromLane(value, distance));
  }
  return value;
}

/// One exponential a thread, not one at each exchange.
__device__ inline float2 acrossWarp(float2 value, MaximumAndSum /*operation*/) {
  const float rowMax = acrossWarp(value.x, Maximum{});
  const float base = rowMax == -INFINITY ? 0 : rowMax;
  return {rowMax, acrossWarp(value.y * __expf(value.x - base), Sum{})};
}

/// `value` of every thread of a row combined, known to all of them. Every thread of the block must call it, and two
/// calls with one kind of value need a __syncthreads() between them.
template <typename Value, typename Operation>
__device__ Value acrossRow(Value value, Operation operation) {
  value = acrossWarp(value, operation);
  const int warps = static_cast<int>(blockDim.x) / 32;
  if (warps == 1) {
    return value;
  }
  __shared__ Value partial[32];  // at most 1,024 threads
  Value* mine = partial + threadIdx.y * warps;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  if (lane == 0) {
    mine[threadIdx.x / 32] = value;
  }
  __syncthreads();
  return acrossWarp(lane < warps ? mine[lane] : Operation::nothing(), operation);
}

}  // namespace kernline::recorder
