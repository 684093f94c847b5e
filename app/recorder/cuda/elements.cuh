// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

#include "app/recorder/cuda/element.h"

namespace kernline::recorder {

__host__ __device__ inline float toFloat(float value) {
  return value;
}
__host__ __device__ inline float toFloat(__half value) {
  return __half2float(value);
}
__host__ __device__ inline float toFloat(__nv_bfloat16 value) {
  return __bfloat162float(value);
}

template <typename T>
__host__ __device__ inline T fromFloat(float value);
template <>
__host__ __device__ inline float fromFloat<float>(float value) {
  return value;
}
template <>
__host__ __device__ inline __half fromFloat<__half>(float value) {
  return __float2half_rn(value);
}
template <>
__host__ __device__ inline __nv_bfloat16 fromFloat<__nv_bfloat16>(float value) {
  return __float2bfloat16_rn(value);
}

/// What one thread loads at once: 16 bytes.
template <typename T>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(T);
  T values[size];
};

template <typename T>
struct Tag {
  using Type = T;
};

/// Calls `function` with the Tag of the C++ type.
template <typename Function>
void withElement(Element element, const Function& function) {
  switch (element) {
    case Element::fp32:
      return function(Tag<float>{});
    case Element::fp16:
      return function(Tag<__half>{});
    case Element::bf16:
      return function(Tag<__nv_bfloat16>{});
  }
}

}  // namespace kernline::recorder
