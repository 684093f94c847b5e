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
constexpr int packsEach = 2;

/// A row of `input` is the gate's columns, then the values'; a row of `output` is silu(gate) * value.
template <typename T>
__global__ void siluAndMulKernel(const Pack<T>* __restrict__ input, Pack<T>* __restrict__ output,
                                 unsigned int packsPerRow) {
  KERNLINE_BLOCK();
  const std::size_t row = blockIdx.y;
  const Pack<T>* gates = input + row * 2 * packsPerRow;
  const Pack<T>* values = gates + packsPerRow;
  const unsigned int first = blockIdx.x * threads * packsEach + threadIdx.x;
  Pack<T> gate[packsEach];
  Pack<T> value[packsEach];
#pragma unroll
  for (int p = 0; p < packsEach; ++p) {
    if (first + p * threads < packsPerRow) {
      gate[p] = gates[first + p * threads];
      value[p] = values[first + p * threads];
    }
  }
#pragma unroll
  for (int p = 0; p < packsEach; ++p) {
    if (first + p * threads < packsPerRow) {
#pragma unroll
      for (int i = 0; i < Pack<T>::size; ++i) {
        const float x = toFloat(gate[p].values[i]);
        value[p].values[i] = fromFloat<T>(x / (1 + __expf(-x)) * toFloat(value[p].values[i]));
      }
      output[row * packsPerRow + first + p * threads] = value[p];
    }
  }
}

class SiluAndMul : public PreparedKernel {
 public:
  explicit SiluAndMul(const Values& values)
      : m_rows(static_cast<std::size_t>(values.whole("rows"))),
        m_columns(static_cast<std::size_t>(values.whole("columns"))),
        m_input(elementNamed(values.choice("type")), m_rows * 2 * m_columns),
        m_output(m_input.element(), m_rows * m_columns) {}

  void fill(std::uint64_t seed) override {
    m_input.randomize({.seed = seed, .scale = 2});
    m_output.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    withElement(m_input.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const auto packs = static_cast<unsigned int>(m_columns / Pack<T>::size);
      const dim3 grid((packs + threads * packsEach - 1) / (threads * packsEach), static_cast<unsigned int>(m_rows));
      siluAndMulKernel<T><<<grid, threads, 0, stream>>>(m_input.as<Pack<T>>(), m_output.as<Pack<T>>(), packs);
    });
    checkLaunch("SiLU and multiply");
  }

  Comparison compare() override {
    const double tolerance = std::max(1e-5, 2 * roundingOf(m_input.element()));
    return compareRows(m_output, {.rows = m_rows, .columns = m_columns, .tolerance = tolerance},
                       [this](std::size_t row) {
                         std::vector<double> reference(m_columns);
                         for (std::size_t i = 0; i < m_columns; ++i) {
                           const double gate = m_input.input(row * 2 * m_columns + i);
                           reference[i] = gate / (1 + std::exp(-gate)) * m_input.input((row * 2 + 1) * m_columns + i);
                         }
                         return reference;
                       });
  }

  Work work() const override {
    return {.bytes = static_cast<double>(m_input.bytes() + m_output.bytes()),
            .flops = 5.0 * static_cast<double>(m_output.size())};
  }

 private:
  std::size_t m_rows;
  std::size_t m_columns;
  Tensor m_input;
  Tensor m_output;
};

}  // namespace

Kernel siluAndMulEntry() {
  return {.name = "silu_and_mul",
          .title = "SiLU and multiply",
          .group = "Elementwise",
          .shows = "The gate of a language model's MLP in one pass: two reads and one write per element.",
          .parameters = {wholeNumber("rows", 16384, {1, 65535}, "rows", "Tokens"),
                         wholeNumber("columns", 14336, {8, 131072, 8}, "elements", "Gate width"),
                         elementParameter()},
          .presets = {{"prefill", {{"rows", "16384"}, {"columns", "14336"}}},
                      {"decode", {{"rows", "32"}, {"columns", "14336"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<SiluAndMul>(values);
          }};
}

}  // namespace kernline::recorder
