// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/common_parameters.h"
#include "app/recorder/kernels/row_block.cuh"
#include "app/recorder/kernels/row_comparison.h"

namespace kernline::recorder {

namespace {

constexpr float epsilon = 1e-6F;

/// Normalizes rows. With a residual the row becomes input + residual first, and that sum, rounded, is the new residual.
template <typename T, bool withResidual, int packs>
__global__ void rmsNormKernel(const T* __restrict__ input, const T* __restrict__ residual, const T* __restrict__ weight,
                              T* __restrict__ output, T* __restrict__ newResidual, std::size_t rows, int columns) {
  KERNLINE_BLOCK();
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * blockDim.y + threadIdx.y;
  const bool inside = row < rows;
  RowPart<T, packs> part;
  float squares = 0;
  if (inside) {
    part.load(input + row * columns, columns);
    if constexpr (withResidual) {
      part.forEachWith(residual + row * columns, columns,
                       [](float& value, float added) { value = toFloat(fromFloat<T>(value + added)); });
      part.store(newResidual + row * columns, columns);
    }
    part.forEach(columns, [&](float value, int) { squares += value * value; });
  }
  const float scale = rsqrtf(acrossRow(squares, Sum{}) / static_cast<float>(columns) + epsilon);
  if (inside) {
    part.forEachWith(weight, columns, [&](float& value, float weightHere) { value *= scale * weightHere; });
    part.store(output + row * columns, columns);
  }
}

template <bool withResidual>
class RmsNorm : public PreparedKernel {
 public:
  explicit RmsNorm(const Values& values)
      : m_rows(static_cast<std::size_t>(values.whole("rows"))),
        m_columns(static_cast<std::size_t>(values.whole("columns"))),
        m_input(elementNamed(values.choice("type")), m_rows * m_columns),
        m_weight(m_input.element(), m_columns),
        m_output(m_input.element(), m_input.size()) {
    if (withResidual) {
      m_residual = Tensor(m_input.element(), m_input.size());
      m_newResidual = Tensor(m_input.element(), m_input.size());
    }
  }

  void fill(std::uint64_t seed) override {
    m_input.randomize({.seed = seed});
    m_weight.randomize({.seed = seed + 1, .scale = 0.2F, .offset = 1});
    m_output.fillWithNan();
    if (withResidual) {
      m_residual.randomize({.seed = seed + 2});
      m_newResidual.fillWithNan();
    }
  }

  void launch(cudaStream_t stream) override {
    withElement(m_input.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      withPacks<T>(m_columns, [&](auto packs) {
        const RowLaunch shape = rowLaunch<T, packs()>(m_rows, m_columns);
        rmsNormKernel<T, withResidual, packs()><<<shape.grid, shape.block, 0, stream>>>(
            m_input.as<T>(), m_residual.template as<T>(), m_weight.as<T>(), m_output.as<T>(),
            m_newResidual.template as<T>(), m_rows, static_cast<int>(m_columns));
      });
    });
    checkLaunch("RMSNorm");
  }

  Comparison compare() override {
    const RowCheck rowCheck{.rows = m_rows,
                            .columns = m_columns,
                            .tolerance = std::max(1e-5, (withResidual ? 4 : 2) * roundingOf(m_input.element()))};
    const Comparison normed = compareRows(m_output, rowCheck, [this](std::size_t row) { return reference(row); });
    if (!withResidual) {
      return normed;
    }
    return worse(normed, compareRows(m_newResidual, rowCheck, [this](std::size_t row) { return summed(row); }));
  }

  Work work() const override {
    const double passes = withResidual ? 4 : 2;
    return {.bytes = passes * static_cast<double>(m_input.bytes()) + static_cast<double>(m_weight.bytes()),
            .flops = (withResidual ? 5.0 : 4.0) * static_cast<double>(m_input.size())};
  }

 private:
  std::vector<double> summed(std::size_t row) const {
    std::vector<double> values(m_columns);
    for (std::size_t i = 0; i < m_columns; ++i) {
      const std::size_t at = row * m_columns + i;
      values[i] = m_input.input(at) + (withResidual ? m_residual.input(at) : 0);
    }
    return values;
  }

  std::vector<double> reference(std::size_t row) const {
    std::vector<double> values = summed(row);
    double squares = 0;
    for (const double value : values) {
      squares += value * value;
    }
    const double scale = 1 / std::sqrt(squares / static_cast<double>(m_columns) + epsilon);
    for (std::size_t i = 0; i < m_columns; ++i) {
      values[i] *= scale * m_weight.input(i);
    }
    return values;
  }

  std::size_t m_rows;
  std::size_t m_columns;
  Tensor m_input;
  Tensor m_residual;
  Tensor m_weight;
  Tensor m_output;
  Tensor m_newResidual;
};

const std::vector<Preset> seedPresets{{"prefill", {{"rows", "16384"}, {"columns", "4096"}}},
                                      {"decode", {{"rows", "32"}, {"columns", "4096"}}}};

}  // namespace

Kernel rmsNormEntry() {
  return {.name = "rms_norm",
          .title = "RMSNorm",
          .group = "Normalization",
          .shows = "The normalization of most language models: one reduction per row, memory-bound.",
          .parameters = {rowsParameter(), columnsParameter(), elementParameter()},
          .presets = seedPresets,
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<RmsNorm<false>>(values);
          }};
}

Kernel fusedAddRmsNormEntry() {
  return {.name = "fused_add_rms_norm",
          .title = "Add and RMSNorm, fused",
          .group = "Normalization",
          .shows = "The benefit of fusion: the sum with the residual needs no round trip to memory.",
          .parameters = {rowsParameter(), columnsParameter(), elementParameter()},
          .presets = seedPresets,
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<RmsNorm<true>>(values);
          }};
}

}  // namespace kernline::recorder
