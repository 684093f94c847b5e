// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/common_parameters.h"
#include "app/recorder/kernels/row_block.cuh"
#include "app/recorder/kernels/row_comparison.h"

namespace kernline::recorder {

namespace {

constexpr float epsilon = 1e-5F;

// Two blocks of 1,024 threads: 32 registers, so that a multiprocessor holds as many threads as it can.
template <typename T, int packs>
__global__ void __launch_bounds__(1024, packs == 2 ? 2 : 1)
    layerNormKernel(const T* __restrict__ input, const T* __restrict__ weight, const T* __restrict__ bias,
                    T* __restrict__ output, std::size_t rows, int columns) {
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * blockDim.y + threadIdx.y;
  const bool inside = row < rows;
  RowPart<T, packs> part;
  // Sums of differences from the row's first element and of their squares: one reduction for mean and variance, and
  // no cancellation where the mean is far from zero.
  float shift = 0;
  float2 sums{0, 0};
  if (inside) {
    shift = toFloat(input[row * columns]);
    part.load(input + row * columns, columns);
    part.forEach(columns, [&](float& value, int) {
      value -= shift;
      sums.x += value;
      sums.y += value * value;
    });
  }
  sums = acrossRow(sums, TwoSums{});
  const float mean = sums.x / static_cast<float>(columns);
  const float scale = rsqrtf(fmaxf(sums.y / static_cast<float>(columns) - mean * mean, 0.0F) + epsilon);
  if (inside) {
    part.forEachWith(weight, columns,
                     [&](float& value, float weightHere) { value = (value - mean) * scale * weightHere; });
    part.forEachWith(bias, columns, [&](float& value, float biasHere) { value += biasHere; });
    part.store(output + row * columns, columns);
  }
}

class LayerNorm : public PreparedKernel {
 public:
  explicit LayerNorm(const Values& values)
      : m_rows(static_cast<std::size_t>(values.whole("rows"))),
        m_columns(static_cast<std::size_t>(values.whole("columns"))),
        m_input(elementNamed(values.choice("type")), m_rows * m_columns),
        m_weight(m_input.element(), m_columns),
        m_bias(m_input.element(), m_columns),
        m_output(m_input.element(), m_input.size()) {}

  void fill(std::uint64_t seed) override {
    m_input.randomize({.seed = seed, .scale = 1, .offset = 0.25F});
    m_weight.randomize({.seed = seed + 1, .scale = 0.2F, .offset = 1});
    m_bias.randomize({.seed = seed + 2, .scale = 0.2F});
    m_output.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    withElement(m_input.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      withPacks<T>(m_columns, [&](auto packs) {
        const RowLaunch shape = rowLaunch<T, packs()>(m_rows, m_columns);
        layerNormKernel<T, packs()><<<shape.grid, shape.block, 0, stream>>>(
            m_input.as<T>(), m_weight.as<T>(), m_bias.as<T>(), m_output.as<T>(), m_rows, static_cast<int>(m_columns));
      });
    });
    checkLaunch("layer norm");
  }

  Comparison compare() override {
    const double tolerance = std::max(1e-5, 2 * roundingOf(m_input.element()));
    return compareRows(m_output, {.rows = m_rows, .columns = m_columns, .tolerance = tolerance},
                       [this](std::size_t row) { return reference(row); });
  }

  Work work() const override {
    return {.bytes = 2.0 * static_cast<double>(m_input.bytes() + m_weight.bytes()),
            .flops = 5.0 * static_cast<double>(m_input.size()) + 6.0 * static_cast<double>(m_weight.size())};
  }

 private:
  std::vector<double> reference(std::size_t row) const {
    std::vector<double> values(m_columns);
    double mean = 0;
    for (std::size_t i = 0; i < m_columns; ++i) {
      values[i] = m_input.input(row * m_columns + i);
      mean += values[i] / static_cast<double>(m_columns);
    }
    double variance = 0;
    for (const double value : values) {
      variance += (value - mean) * (value - mean) / static_cast<double>(m_columns);
    }
    for (std::size_t i = 0; i < m_columns; ++i) {
      values[i] = (values[i] - mean) / std::sqrt(variance + epsilon) * m_weight.input(i) + m_bias.input(i);
    }
    return values;
  }

  std::size_t m_rows;
  std::size_t m_columns;
  Tensor m_input;
  Tensor m_weight;
  Tensor m_bias;
  Tensor m_output;
};

}  // namespace

Kernel layerNormEntry() {
  return {.name = "layer_norm",
          .title = "Layer norm",
          .group = "Normalization",
          .shows = "Mean and variance of each row in one pass over memory and one reduction across the block.",
          .parameters = {rowsParameter(), columnsParameter(), elementParameter()},
          .presets = {},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<LayerNorm>(values);
          }};
}

}  // namespace kernline::recorder
