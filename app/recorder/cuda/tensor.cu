// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/elements.cuh"
#include "app/recorder/cuda/tensor.h"

namespace kernline::recorder {

namespace {

constexpr int threads = 256;

__host__ __device__ float randomNumber(const RandomFill& fill, std::uint64_t index) {
  // splitmix64
  std::uint64_t bits = index + (fill.seed + 1) * 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
  bits ^= bits >> 31;
  const int sum = static_cast<int>((bits & 0xFFFF) + ((bits >> 16) & 0xFFFF) + ((bits >> 32) & 0xFFFF) + (bits >> 48));
  constexpr float deviation = 37837.2F;  // standard deviation of a sum of four uniform numbers below 65536
  const float centered = static_cast<float>(sum - 131070) / deviation;
#ifdef __CUDA_ARCH__
  return __fadd_rn(__fmul_rn(centered, fill.scale), fill.offset);  // never fused: the CPU does not fuse either
#else
  const float scaled = centered * fill.scale;
  return scaled + fill.offset;
#endif
}

template <typename T>
__global__ void fillRandom(T* data, std::size_t count, RandomFill fill) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    data[i] = fromFloat<T>(randomNumber(fill, i));
  }
}

template <typename T>
__global__ void countNotNumbers(const T* data, std::size_t count, unsigned long long* result) {
  unsigned long long found = 0;
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    found += isnan(toFloat(data[i])) ? 1 : 0;
  }
  if (found > 0) {
    atomicAdd(result, found);
  }
}

unsigned int blocksFor(std::size_t count) {
  return static_cast<unsigned int>(std::min<std::size_t>((count + threads - 1) / threads, 8192));
}

}  // namespace

Tensor::Tensor(Element element, std::size_t count)
    : m_element(element), m_count(count), m_memory(count * bytesOf(element)) {}

void Tensor::randomize(const RandomFill& fill) {
  m_fill = fill;
  withElement(m_element, [this](auto tag) {
    using T = typename decltype(tag)::Type;
    fillRandom<<<blocksFor(m_count), threads>>>(as<T>(), m_count, m_fill);
  });
  checkLaunch("filling with random numbers");
}

double Tensor::input(std::size_t index) const {
  const float value = randomNumber(m_fill, index);
  switch (m_element) {
    case Element::fp32:
      return value;
    case Element::fp16:
      return toFloat(fromFloat<__half>(value));
    case Element::bf16:
      return toFloat(fromFloat<__nv_bfloat16>(value));
  }
  return 0;
}

void Tensor::zero() {
  check(cudaMemset(data(), 0, bytes()), "clearing device memory");
}

void Tensor::fillWithNan() {
  check(cudaMemset(data(), 0xFF, bytes()), "poisoning the output");
}

std::size_t Tensor::notNumbers() const {
  const unsigned long long nothing = 0;
  const DeviceMemory<unsigned long long> result(std::span(&nothing, 1));
  withElement(m_element, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    countNotNumbers<<<blocksFor(m_count), threads>>>(as<T>(), m_count, result.data());
  });
  checkLaunch("checking for unwritten elements");
  return result.read(0, 1)[0];
}

std::vector<double> Tensor::read(std::size_t first, std::size_t count) const {
  std::vector<double> values(count);
  withElement(m_element, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    std::vector<T> raw(count);
    check(cudaMemcpy(raw.data(), as<T>() + first, count * sizeof(T), cudaMemcpyDeviceToHost), "reading the output");
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = toFloat(raw[i]);
    }
  });
  return values;
}

}  // namespace kernline::recorder
