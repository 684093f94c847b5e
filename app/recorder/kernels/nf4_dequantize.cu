// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/nf4.cuh"
#include "app/recorder/kernels/row_comparison.h"

namespace kernline::recorder {

namespace {

class Nf4Dequantize : public PreparedKernel {
 public:
  explicit Nf4Dequantize(const Values& values)
      : m_weights(static_cast<std::size_t>(values.whole("elements"))),
        m_output(elementNamed(values.choice("type")), static_cast<std::size_t>(values.whole("elements"))) {}

  void fill(std::uint64_t seed) override {
    m_weights.fill(seed);
    m_output.fillWithNan();
  }

  void launch(cudaStream_t stream) override { launchNf4Dequantize(m_weights, m_output, stream); }

  Comparison compare() override {
    constexpr std::size_t columns = nf4Block;
    const RowCheck rows{.rows = m_output.size() / columns,
                        .columns = columns,
                        .tolerance = 2 * roundingOf(m_output.element()),
                        .maxRows = 1024};
    return compareRows(m_output, rows, [this](std::size_t row) {
      std::vector<double> reference(columns);
      for (std::size_t i = 0; i < columns; ++i) {
        reference[i] = m_weights.value(row * columns + i);
      }
      return reference;
    });
  }

  Work work() const override {
    return {.bytes = static_cast<double>(m_weights.bytes() + m_output.bytes()),
            .flops = static_cast<double>(m_output.size())};
  }

 private:
  Nf4Weights m_weights;
  Tensor m_output;
};

}  // namespace

Kernel nf4DequantizeEntry() {
  return {.name = "nf4_dequantize",
          .title = "NF4 dequantization",
          .group = "Quantization",
          .shows = "Dequantizes blocks of 64 4-bit weights to 16 bits, as QLoRA does before each multiplication.",
          .parameters = {wholeNumber("elements", 268435456, {64, 4294967296, 64}, "weights", "Weights"),
                         choice("type", {"bf16", "fp16"}, "Output type")},
          .presets = {{"3584 × 18944 layer", {{"elements", "67895296"}, {"type", "fp16"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Nf4Dequantize>(values);
          }};
}

}  // namespace kernline::recorder
