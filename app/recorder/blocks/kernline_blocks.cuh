// SPDX-License-Identifier: Apache-2.0
// Says when and where the blocks of a kernel ran: `kernline record run FILE.cu --blocks` shows them as a timeline.
//
//     #include "kernline_blocks.cuh"
//     __global__ void scale(float* x, int n) {
//       KERNLINE_BLOCK();    // first line: the block's SM, start and end
//       …
//       KERNLINE_MARK(1);    // from here on, the warp is in phase 1
//       …
//     }
//
// A launch that is not recorded reads a null pointer from constant memory, and no more. Compiles with NVRTC and nvcc.
#pragma once

#if defined(__CUDACC__)
#define KERNLINE_BOTH_SIDES __host__ __device__
#else
#define KERNLINE_BOTH_SIDES
#endif

namespace kernline_blocks {

/// 16 bytes a block. Times are of %globaltimer: nanoseconds, in steps of 32 on Hopper.
struct Record {
  unsigned long long startAndSm;  // start << 16 | SM; 0: the block has not run
  unsigned long long end;         // when its last warp left
};

/// Where a launch is recorded; each kernel of a file has a part of its own.
struct Buffers {
  Record* records;            // kernels × capacity, by block number; null: nothing is recorded
  unsigned long long* marks;  // kernels × (how many were left out, then markCapacity of time << 16 | phase)
  unsigned int capacity;      // blocks of one kernel
  unsigned int markCapacity;  // marks of one kernel
};

constexpr unsigned int kernelsOfFile = 4;
constexpr unsigned int maxMarksOfWarp = 64;

/// How many marks each warp has room for.
constexpr KERNLINE_BOTH_SIDES unsigned int marksOfWarp(unsigned int markCapacity, unsigned long long warps) {
  return warps == 0                                  ? 0
         : markCapacity / warps < maxMarksOfWarp ? static_cast<unsigned int>(markCapacity / warps)
                                                     : maxMarksOfWarp;
}

}  // namespace kernline_blocks

#if defined(__CUDACC__)

#if defined(__CUDACC_RTC__)
extern "C" __constant__ kernline_blocks::Buffers kernline_block_buffers;  // Kernline finds it by its name
__constant__ kernline_blocks::Buffers kernline_block_buffers;
#else
static __constant__ kernline_blocks::Buffers kernline_block_buffers;
#endif

namespace kernline_blocks {

__device__ __forceinline__ unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
  return time;
}

__device__ __forceinline__ unsigned int threadNumber() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ __forceinline__ unsigned long long blockNumber() {
  return blockIdx.x +
         static_cast<unsigned long long>(gridDim.x) *
             (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
}

/// Nothing of it is kept in registers but the number of marks, where there are any.
template <unsigned int kernel>
class Block {
  static_assert(kernel < kernelsOfFile, "KERNLINE_BLOCK_OF takes a number from 0 to 3");

 public:
  __device__ __forceinline__ Block() {
    if (kernline_block_buffers.records != nullptr && threadNumber() == 0) {
      const unsigned long long block = blockNumber();
      if (block < kernline_block_buffers.capacity) {
        unsigned int sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        record(block).startAndSm = now() << 16 | sm;
      }
    }
  }

  __device__ __forceinline__ ~Block() {
    if (kernline_block_buffers.records != nullptr && threadNumber() % 32 == 0) {
      const unsigned long long block = blockNumber();
      if (block < kernline_block_buffers.capacity) {
        atomicMax(&record(block).end, now());
      }
    }
  }

  __device__ __forceinline__ void mark(unsigned int phase) {
    if (kernline_block_buffers.records != nullptr && threadNumber() % 32 == 0) {
      const unsigned int warps = (blockDim.x * blockDim.y * blockDim.z + 31) / 32;
      const unsigned long long blocks = static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
      const unsigned int each = marksOfWarp(kernline_block_buffers.markCapacity, blocks * warps);
      unsigned long long* const part =
          kernline_block_buffers.marks + kernel * (1ULL + kernline_block_buffers.markCapacity);
      if (m_marks < each) {
        part[1 + (blockNumber() * warps + threadNumber() / 32) * each + m_marks] = now() << 16 | (phase & 0xFFFFU);
      } else {
        atomicAdd(part, 1ULL);
      }
      ++m_marks;
    }
  }

 private:
  static __device__ __forceinline__ Record& record(unsigned long long block) {
    return kernline_block_buffers.records[static_cast<unsigned long long>(kernel) * kernline_block_buffers.capacity +
                                          block];
  }

  unsigned int m_marks = 0;
};

}  // namespace kernline_blocks

/// Of several kernels in a file that one launch may use together, each has a number, from 0 to 3.
#define KERNLINE_BLOCK_OF(kernel) ::kernline_blocks::Block<(kernel)> kernline_block
#define KERNLINE_MARK(phase) kernline_block.mark(phase)

#else

#define KERNLINE_BLOCK_OF(kernel)
#define KERNLINE_MARK(phase)

#endif

#define KERNLINE_BLOCK() KERNLINE_BLOCK_OF(0)
