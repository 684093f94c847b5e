// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include "app/recorder/kernels/tensor_core.cuh"

namespace kernline::recorder {

// Hopper's copy engine (TMA) and the barriers in shared memory that it reports to. PTX ISA, sections 9.7.9.27 and
// 9.7.13.15; compute capability 9.0 and later.

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

__device__ inline void makeBarrier(std::uint64_t* barrier, unsigned int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(arrivals) : "memory");
}

__device__ inline void showBarriersToCopyEngine() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void arrive(std::uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
}

__device__ inline void arriveExpecting(std::uint64_t* barrier, unsigned int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(bytes)
               : "memory");
}

__device__ inline void arriveOnceAWarp(std::uint64_t* barrier) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    arrive(barrier);
  }
}

/// Waits until the phase of that parity is over; parity 1 of a fresh barrier is.
__device__ inline void await(std::uint64_t* barrier, unsigned int parity) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra over;\n"
      "bra again;\n"
      "over:\n}" ::"r"(sharedAddress(barrier)),
      "r"(parity)
      : "memory");
}

/// A box of the tensor from (column, row, plane) on into shared memory; what lies outside the tensor becomes zeros.
__device__ inline void copyBox(void* to, const CUtensorMap* tensor, std::uint64_t* barrier, int column, int row,
                               int plane) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
      "[%2];" ::"r"(sharedAddress(to)),
      "l"(tensor), "r"(sharedAddress(barrier)), "r"(column), "r"(row), "r"(plane)
      : "memory");
}

/// What this thread wrote to shared memory is seen by the copy engine and by warpgroup products, once the threads that
/// start those have waited for it.
__device__ inline void showToAsyncUnits() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// The other way; what lies outside the tensor is left out.
__device__ inline void storeBox(const CUtensorMap* tensor, const void* from, int column, int row, int plane) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(tensor),
               "r"(sharedAddress(from)), "r"(column), "r"(row), "r"(plane)
               : "memory");
}

__device__ inline void closeStores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// Waits until at most `open` of this thread's groups of stores still read shared memory.
template <int open>
__device__ inline void awaitStoreReads() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(open) : "memory");
}

#endif

}  // namespace kernline::recorder
