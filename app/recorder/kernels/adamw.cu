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

struct Rates {
  float learning = 1e-3F;
  float beta1 = 0.9F;
  float beta2 = 0.999F;
  float epsilon = 1e-8F;
  float decay = 0.01F;
  float correction1 = 1 - 0.9F;  // correction of the first step: 1 - beta1
  float correction2 = 1 - 0.999F;
};

/// Weights and both moments are fp32 and change in place; four elements a thread.
template <typename T>
__global__ void adamWKernel(float4* __restrict__ weights, float4* __restrict__ first, float4* __restrict__ second,
                            const T* __restrict__ gradients, std::size_t quads, Rates rates) {
  KERNLINE_BLOCK();
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x;
  if (i >= quads) {
    return;
  }
  struct alignas(4 * sizeof(T)) Quad {
    T values[4];
  };
  const Quad gradient = *reinterpret_cast<const Quad*>(gradients + 4 * i);
  float4 weight = weights[i];
  float4 moment1 = first[i];
  float4 moment2 = second[i];
  const auto step = [&rates](float g, float& w, float& m, float& v) {
    m = rates.beta1 * m + (1 - rates.beta1) * g;
    v = rates.beta2 * v + (1 - rates.beta2) * g * g;
    const float direction = m / rates.correction1 / (sqrtf(v / rates.correction2) + rates.epsilon);
    w = w * (1 - rates.learning * rates.decay) - rates.learning * direction;
  };
  step(toFloat(gradient.values[0]), weight.x, moment1.x, moment2.x);
  step(toFloat(gradient.values[1]), weight.y, moment1.y, moment2.y);
  step(toFloat(gradient.values[2]), weight.z, moment1.z, moment2.z);
  step(toFloat(gradient.values[3]), weight.w, moment1.w, moment2.w);
  weights[i] = weight;
  first[i] = moment1;
  second[i] = moment2;
}

class AdamW : public PreparedKernel {
 public:
  explicit AdamW(const Values& values)
      : m_weights(Element::fp32, static_cast<std::size_t>(values.whole("elements"))),
        m_first(Element::fp32, m_weights.size()),
        m_second(Element::fp32, m_weights.size()),
        m_gradients(elementNamed(values.choice("type")), m_weights.size()) {}

  void fill(std::uint64_t seed) override {
    m_weights.randomize({.seed = seed});
    m_first.randomize({.seed = seed + 1, .scale = 0.1F});
    m_second.randomize({.seed = seed + 2, .scale = 0.01F, .offset = 0.1F});  // never below zero
    m_gradients.randomize({.seed = seed + 3});
  }

  void launch(cudaStream_t stream) override {
    const std::size_t quads = m_weights.size() / 4;
    withElement(m_gradients.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      adamWKernel<T><<<static_cast<unsigned int>((quads + threads - 1) / threads), threads, 0, stream>>>(
          m_weights.as<float4>(), m_first.as<float4>(), m_second.as<float4>(), m_gradients.as<T>(), quads, Rates{});
    });
    checkLaunch("AdamW");
  }

  Comparison compare() override {
    const std::size_t columns = std::min<std::size_t>(m_weights.size(), 1024);
    const RowCheck rowCheck{.rows = m_weights.size() / columns, .columns = columns, .tolerance = 1e-5};
    const auto compared = [&](const Tensor& tensor, double State::* part) {
      return compareRows(tensor, rowCheck, [&](std::size_t row) {
        std::vector<double> reference(columns);
        for (std::size_t i = 0; i < columns; ++i) {
          reference[i] = stateAfter(row * columns + i).*part;
        }
        return reference;
      });
    };
    return worse(compared(m_weights, &State::weight),
                 worse(compared(m_first, &State::moment1), compared(m_second, &State::moment2)));
  }

  Work work() const override {
    return {
        .bytes = static_cast<double>(m_weights.size()) * (24.0 + static_cast<double>(bytesOf(m_gradients.element()))),
        .flops = 15.0 * static_cast<double>(m_weights.size())};
  }

 private:
  struct State {
    double weight;
    double moment1;
    double moment2;
  };

  State stateAfter(std::size_t i) const {
    const Rates rates;
    const double gradient = m_gradients.input(i);
    const double moment1 = rates.beta1 * m_first.input(i) + (1.0 - rates.beta1) * gradient;
    const double moment2 = rates.beta2 * m_second.input(i) + (1.0 - rates.beta2) * gradient * gradient;
    const double direction = moment1 / rates.correction1 / (std::sqrt(moment2 / rates.correction2) + rates.epsilon);
    const double kept = 1.0 - static_cast<double>(rates.learning) * rates.decay;
    return {.weight = m_weights.input(i) * kept - rates.learning * direction, .moment1 = moment1, .moment2 = moment2};
  }

  Tensor m_weights;
  Tensor m_first;
  Tensor m_second;
  Tensor m_gradients;
};

}  // namespace

Kernel adamWEntry() {
  return {
      .name = "adamw",
      .title = "AdamW step",
      .group = "Elementwise",
      .shows = "A whole optimizer step in one launch: 28 bytes moved per weight, almost no arithmetic.",
      .parameters = {wholeNumber("elements", 134217728, {1024, 4294967296, 1024}, "weights", "Number of weights"),
                     choice("type", {"fp32", "bf16", "fp16"}, "Gradient type; weights and moments are in FP32")},
      .presets = {},
      .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
        return std::make_unique<AdamW>(values);
      }};
}

}  // namespace kernline::recorder
