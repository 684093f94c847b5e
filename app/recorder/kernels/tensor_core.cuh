// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "app/recorder/cuda/elements.cuh"

namespace kernline::recorder {

// Tensor cores as every GPU from compute capability 8.0 has them: cp.async into shared memory, ldmatrix into
// registers, mma.sync m16n8k16. Names of instructions as in the PTX ISA, sections 9.7.9 and 9.7.14.

__device__ inline std::uint32_t sharedAddress(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// 16 bytes from global to shared memory; zeros where `inside` is false.
__device__ inline void copyAsync(void* to, const void* from, bool inside) {
  const int bytes = inside ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)), "l"(from), "r"(bytes)
               : "memory");
}

__device__ inline void closeCopies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until at most `open` of this thread's groups of copies are under way.
template <int open>
__device__ inline void awaitCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(open) : "memory");
}

/// Where a tile of rows of `columns` 16-bit elements keeps its 16-byte piece: the low three bits of the piece's number
/// are exclusive-ored with the row's, so that eight rows of one column lie in different banks.
template <int columns>
__device__ inline int swizzled(int row, int piece) {
  return row * columns + ((piece ^ (row & 7)) * 8);
}

template <bool transposed>
__device__ inline void loadMatrices(std::uint32_t (&to)[4], const void* from) {
  if constexpr (transposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(from))
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(from))
                 : "memory");
  }
}

/// sum += a b: 16 x 8 sums of 16 products each, a row-major, b column-major.
template <typename T>
__device__ inline void multiplyAdd(float (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1);

template <>
__device__ inline void multiplyAdd<__nv_bfloat16>(float (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                                  std::uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

template <>
__device__ inline void multiplyAdd<__half>(float (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                           std::uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// Two numbers rounded into one register, the first in its low half.
template <typename T>
__device__ inline std::uint32_t packTwo(float low, float high);

template <>
__device__ inline std::uint32_t packTwo<__nv_bfloat16>(float low, float high) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
  return *reinterpret_cast<const std::uint32_t*>(&both);
}

template <>
__device__ inline std::uint32_t packTwo<__half>(float low, float high) {
  const __half2 both = __floats2half2_rn(low, high);
  return *reinterpret_cast<const std::uint32_t*>(&both);
}

template <typename T>
__device__ inline float2 unpackTwo(std::uint32_t both);

template <>
__device__ inline float2 unpackTwo<__nv_bfloat16>(std::uint32_t both) {
  return __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(&both));
}

template <>
__device__ inline float2 unpackTwo<__half>(std::uint32_t both) {
  return __half22float2(*reinterpret_cast<const __half2*>(&both));
}

}  // namespace kernline::recorder
