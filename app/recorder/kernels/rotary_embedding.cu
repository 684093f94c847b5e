// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/elements.cuh"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/common_parameters.h"
#include "app/recorder/kernels/row_comparison.h"

namespace kernline::recorder {

namespace {

constexpr int threads = 256;

/// `states` is [tokens][heads][headDim], rotated in place; the first half of a head pairs with the second (GPT-NeoX).
/// Each thread turns one pack of either half; cosines and sines come from a table of [position][headDim / 2].
template <typename T>
__global__ void rotateKernel(T* __restrict__ states, const float* __restrict__ cosines, const float* __restrict__ sines,
                             unsigned int heads, unsigned int headDim, unsigned int packs) {
  KERNLINE_BLOCK();
  const std::size_t token = blockIdx.y;
  const unsigned int index = blockIdx.x * threads + threadIdx.x;
  if (index >= packs) {
    return;
  }
  const unsigned int half = headDim / 2;
  const unsigned int packsPerHalf = half / Pack<T>::size;
  const unsigned int head = index / packsPerHalf;
  const unsigned int column = index % packsPerHalf * Pack<T>::size;
  T* first = states + (token * heads + head) * headDim + column;
  Pack<T> low = *reinterpret_cast<Pack<T>*>(first);
  Pack<T> high = *reinterpret_cast<Pack<T>*>(first + half);
  const float* cosine = cosines + token * half + column;
  const float* sine = sines + token * half + column;
#pragma unroll
  for (int i = 0; i < Pack<T>::size; ++i) {
    const float x = toFloat(low.values[i]);
    const float y = toFloat(high.values[i]);
    low.values[i] = fromFloat<T>(x * cosine[i] - y * sine[i]);
    high.values[i] = fromFloat<T>(y * cosine[i] + x * sine[i]);
  }
  *reinterpret_cast<Pack<T>*>(first) = low;
  *reinterpret_cast<Pack<T>*>(first + half) = high;
}

class RotaryEmbedding : public PreparedKernel {
 public:
  explicit RotaryEmbedding(const Values& values)
      : m_tokens(static_cast<std::size_t>(values.whole("tokens"))),
        m_heads(static_cast<std::size_t>(values.whole("heads") + values.whole("kv_heads"))),
        m_headDim(static_cast<std::size_t>(std::stol(values.choice("head_dim")))),
        m_states(elementNamed(values.choice("type")), m_tokens * m_heads * m_headDim) {
    std::vector<float> cosines;
    std::vector<float> sines;
    for (std::size_t token = 0; token < m_tokens; ++token) {
      for (std::size_t i = 0; i < m_headDim / 2; ++i) {
        cosines.push_back(static_cast<float>(std::cos(angle(token, i))));
        sines.push_back(static_cast<float>(std::sin(angle(token, i))));
      }
    }
    m_cosines = DeviceMemory<float>(std::span<const float>(cosines));
    m_sines = DeviceMemory<float>(std::span<const float>(sines));
  }

  void fill(std::uint64_t seed) override { m_states.randomize({.seed = seed}); }

  void launch(cudaStream_t stream) override {
    withElement(m_states.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const auto packs = static_cast<unsigned int>(m_heads * m_headDim / 2 / Pack<T>::size);
      const dim3 grid((packs + threads - 1) / threads, static_cast<unsigned int>(m_tokens));
      rotateKernel<T><<<grid, threads, 0, stream>>>(m_states.as<T>(), m_cosines.data(), m_sines.data(),
                                                    static_cast<unsigned int>(m_heads),
                                                    static_cast<unsigned int>(m_headDim), packs);
    });
    checkLaunch("rotary embedding");
  }

  Comparison compare() override {
    const double tolerance = std::max(1e-5, 2 * roundingOf(m_states.element()));
    return compareRows(m_states, {.rows = m_tokens, .columns = m_heads * m_headDim, .tolerance = tolerance},
                       [this](std::size_t token) { return reference(token); });
  }

  Work work() const override {
    return {.bytes = 2.0 * static_cast<double>(m_states.bytes()) + 8.0 * static_cast<double>(m_cosines.size()),
            .flops = 3.0 * static_cast<double>(m_states.size())};
  }

 private:
  double angle(std::size_t token, std::size_t i) const {
    return static_cast<double>(token) *
           std::pow(10000.0, -2.0 * static_cast<double>(i) / static_cast<double>(m_headDim));
  }

  std::vector<double> reference(std::size_t token) const {
    const std::size_t half = m_headDim / 2;
    std::vector<double> values(m_heads * m_headDim);
    for (std::size_t head = 0; head < m_heads; ++head) {
      for (std::size_t i = 0; i < half; ++i) {
        const std::size_t low = (token * m_heads + head) * m_headDim + i;
        const double x = m_states.input(low);
        const double y = m_states.input(low + half);
        values[head * m_headDim + i] = x * std::cos(angle(token, i)) - y * std::sin(angle(token, i));
        values[head * m_headDim + i + half] = y * std::cos(angle(token, i)) + x * std::sin(angle(token, i));
      }
    }
    return values;
  }

  std::size_t m_tokens;
  std::size_t m_heads;
  std::size_t m_headDim;
  Tensor m_states;
  DeviceMemory<float> m_cosines;
  DeviceMemory<float> m_sines;
};

}  // namespace

Kernel rotaryEmbeddingEntry() {
  return {.name = "rotary_embedding",
          .title = "Rotary embedding",
          .group = "Elementwise",
          .shows = "Rotates queries and keys by their positions, in place, with angles from a table.",
          .parameters = {wholeNumber("tokens", 16384, {1, 65535}, "tokens",
                                     "Number of tokens, at positions 0, 1, 2, …"),
                         wholeNumber("heads", 32, {1, 256}, "heads", "Query heads"),
                         wholeNumber("kv_heads", 8, {0, 256}, "heads", "Key heads"),
                         choice("head_dim", {"128", "64"}, "Head dimension"), elementParameter()},
          .presets = {{"prefill", {{"tokens", "16384"}, {"heads", "32"}, {"kv_heads", "8"}}},
                      {"decode", {{"tokens", "32"}, {"heads", "32"}, {"kv_heads", "8"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<RotaryEmbedding>(values);
          }};
}

}  // namespace kernline::recorder
