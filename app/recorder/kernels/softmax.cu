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

template <typename T, int packs>
__global__ void softmaxKernel(const T* __restrict__ input, T* __restrict__ output, std::size_t rows, int columns) {
  KERNLINE_BLOCK();
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * blockDim.y + threadIdx.y;
  const bool inside = row < rows;
  RowPart<T, packs> part;
  float2 own = MaximumAndSum::nothing();  // maximum and sum of what this thread holds: one reduction then finds both
  if (inside) {
    part.load(input + row * columns, columns);
    part.forEach(columns, [&](float value, int) { own.x = fmaxf(own.x, value); });
    part.forEach(columns, [&](float& value, int) {
      value = __expf(value - own.x);
      own.y += value;
    });
  }
  const float2 whole = acrossRow(own, MaximumAndSum{});
  if (inside) {
    const float share = __expf(own.x - whole.x) / whole.y;
    part.forEach(columns, [&](float& value, int) { value *= share; });
    part.store(output + row * columns, columns);
  }
}

class Softmax : public PreparedKernel {
 public:
  explicit Softmax(const Values& values)
      : m_rows(static_cast<std::size_t>(values.whole("rows"))),
        m_columns(static_cast<std::size_t>(values.whole("columns"))),
        m_input(elementNamed(values.choice("type")), m_rows * m_columns),
        m_output(m_input.element(), m_input.size()) {}

  void fill(std::uint64_t seed) override {
    m_input.randomize({.seed = seed, .scale = 2});
    m_output.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    withElement(m_input.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      withPacks<T>(m_columns, [&](auto packs) {
        const RowLaunch shape = rowLaunch<T, packs()>(m_rows, m_columns);
        softmaxKernel<T, packs()><<<shape.grid, shape.block, 0, stream>>>(m_input.as<T>(), m_output.as<T>(), m_rows,
                                                                          static_cast<int>(m_columns));
      });
    });
    checkLaunch("softmax");
  }

  Comparison compare() override {
    const double tolerance = std::max(2e-5, 2 * roundingOf(m_input.element()));
    return compareRows(m_output, {.rows = m_rows, .columns = m_columns, .tolerance = tolerance},
                       [this](std::size_t row) { return reference(row); });
  }

  Work work() const override {
    return {.bytes = 2.0 * static_cast<double>(m_input.bytes()), .flops = 5.0 * static_cast<double>(m_input.size())};
  }

 private:
  std::vector<double> reference(std::size_t row) const {
    std::vector<double> values(m_columns);
    for (std::size_t i = 0; i < m_columns; ++i) {
      values[i] = m_input.input(row * m_columns + i);
    }
    const double maxScore = *std::ranges::max_element(values);
    double sum = 0;
    for (double& value : values) {
      value = std::exp(value - maxScore);
      sum += value;
    }
    for (double& value : values) {
      value /= sum;
    }
    return values;
  }

  std::size_t m_rows;
  std::size_t m_columns;
  Tensor m_input;
  Tensor m_output;
};

}  // namespace

Kernel softmaxEntry() {
  return {.name = "softmax",
          .title = "Softmax",
          .group = "Normalization",
          .shows = "Reads each row once, keeps it in registers for its max and sum, and writes it once.",
          .parameters = {rowsParameter(), columnsParameter(), elementParameter()},
          .presets = {},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Softmax>(values);
          }};
}

}  // namespace kernline::recorder
