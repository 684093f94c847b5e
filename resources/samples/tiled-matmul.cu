// SPDX-License-Identifier: CC0-1.0
// A matrix product in tiles of shared memory: the example of your own kernel. Each thread computes PER_THREAD² elements.
//
//     kernline record run tiled-matmul.cu --tune PER_THREAD=1,2,4,8
//     kernline record run tiled-matmul.cu --counters --blocks --profile --source -o tiled-matmul.json
//
// kernline: kernel matmul
// kernline: define PER_THREAD 4 from 1 to 8
// kernline: parameter n 1024 from 128 to 16384
// kernline: in a float n * n
// kernline: in b float n * n
// kernline: out c float n * n
// kernline: value n int n
// kernline: grid n / (16 * PER_THREAD), n / (16 * PER_THREAD)
// kernline: block 16, 16
// kernline: flops 2 * n * n * n
// kernline: mark 1 first tile
// kernline: mark 2 further tiles
// kernline: mark 3 store
#include "kernline_blocks.cuh"

constexpr int threads = 16;  // in each direction
constexpr int tile = threads * PER_THREAD;
constexpr int depth = 16;

// n is a multiple of the tile.
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  KERNLINE_BLOCK();
  __shared__ float left[depth][tile + 1];
  __shared__ float right[depth][tile];
  float sums[PER_THREAD][PER_THREAD] = {};
  const int row = blockIdx.y * tile;
  const int column = blockIdx.x * tile;
  const int thread = threadIdx.y * threads + threadIdx.x;
  KERNLINE_MARK(1);
  for (int k = 0; k < n; k += depth) {
    for (int i = thread; i < tile * depth; i += threads * threads) {
      left[i % depth][i / depth] = a[(row + i / depth) * n + k + i % depth];
      right[i / tile][i % tile] = b[(k + i / tile) * n + column + i % tile];
    }
    __syncthreads();
    if (k == depth) {
      KERNLINE_MARK(2);
    }
    for (int d = 0; d < depth; ++d) {
      float across[PER_THREAD];
      for (int x = 0; x < PER_THREAD; ++x) {
        across[x] = right[d][threadIdx.x + x * threads];
      }
      for (int y = 0; y < PER_THREAD; ++y) {
        const float down = left[d][threadIdx.y + y * threads];
        for (int x = 0; x < PER_THREAD; ++x) {
          sums[y][x] += down * across[x];
        }
      }
    }
    __syncthreads();
  }
  KERNLINE_MARK(3);
  for (int y = 0; y < PER_THREAD; ++y) {
    for (int x = 0; x < PER_THREAD; ++x) {
      c[(row + threadIdx.y + y * threads) * n + column + threadIdx.x + x * threads] = sums[y][x];
    }
  }
}
