// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/matmul.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/nf4.cuh"
#include "app/recorder/kernels/row_comparison.h"
#include "app/recorder/kernels/sampled_rows.h"
#include "app/recorder/statistics/relative_error.h"

namespace kernline::recorder {

namespace {

constexpr int fusedThreads = 256;
constexpr int tokensAtOnce = 8;

/// A warp makes one output for up to eight tokens and never writes the weights: eight codes a lane and step.
template <typename T>
__global__ void fusedLinear(const T* __restrict__ input, const unsigned int* __restrict__ codes,
                            const float* __restrict__ magnitudes, T* __restrict__ output, int tokens, int inputs,
                            int outputs) {
  KERNLINE_BLOCK();
  __shared__ float levels[16];
  if (threadIdx.x < 16) {
    levels[threadIdx.x] = nf4DeviceLevels[threadIdx.x];
  }
  __syncthreads();
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int row = static_cast<int>(blockIdx.x) * (fusedThreads / 32) + static_cast<int>(threadIdx.x) / 32;
  const int firstToken = static_cast<int>(blockIdx.y) * tokensAtOnce;
  if (row >= outputs) {
    return;
  }
  float sums[tokensAtOnce] = {};
  const std::size_t rowPack = static_cast<std::size_t>(row) * (inputs / 8);
  for (int pack = lane; pack < inputs / 8; pack += 32) {
    const unsigned int held = codes[rowPack + pack];
    const float magnitude = magnitudes[(rowPack + pack) / (nf4Block / 8)];
    float weights[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      weights[i] = levels[nf4Code(held, i)] * magnitude;
    }
#pragma unroll
    for (int token = 0; token < tokensAtOnce; ++token) {
      if (firstToken + token < tokens) {
        const Pack<T> x =
            *reinterpret_cast<const Pack<T>*>(input + static_cast<std::size_t>(firstToken + token) * inputs + pack * 8);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
          sums[token] += toFloat(x.values[i]) * weights[i];
        }
      }
    }
  }
#pragma unroll
  for (int token = 0; token < tokensAtOnce; ++token) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
      sums[token] += __shfl_xor_sync(0xFFFFFFFF, sums[token], distance);
    }
    if (lane == 0 && firstToken + token < tokens) {
      output[static_cast<std::size_t>(firstToken + token) * outputs + row] = fromFloat<T>(sums[token]);
    }
  }
}

class Linear4Bit : public PreparedKernel {
 public:
  explicit Linear4Bit(const Values& values)
      : m_tokens(static_cast<std::size_t>(values.whole("tokens"))),
        m_inputs(static_cast<std::size_t>(values.whole("inputs"))),
        m_outputs(static_cast<std::size_t>(values.whole("outputs"))),
        m_input(elementNamed(values.choice("type")), m_tokens * m_inputs),
        m_weights(m_inputs * m_outputs),
        m_output(m_input.element(), m_tokens * m_outputs) {
    if (values.choice("implementation") == "dequantize") {
      m_dequantized = Tensor(m_input.element(), m_inputs * m_outputs);
      m_product.emplace(
          MatmulShape{.element = m_input.element(), .m = m_tokens, .n = m_outputs, .k = m_inputs, .transposedB = true});
    }
  }

  void fill(std::uint64_t seed) override {
    m_input.randomize({.seed = seed});
    m_weights.fill(seed + 1);
    m_output.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    if (m_product) {
      launchNf4Dequantize(m_weights, m_dequantized, stream);
      m_product->launch(m_input.data(), m_dequantized.data(), m_output.data(), 1, stream);
      return;
    }
    m_input.element() == Element::bf16 ? launchFused<__nv_bfloat16>(stream) : launchFused<__half>(stream);
    checkLaunch("4-bit linear layer");
  }

  Comparison compare() override {
    const std::vector<std::size_t> tokens = sampledRows(m_tokens, 16, m_tokens);
    const std::vector<std::size_t> outputs = sampledRows(m_outputs, 256, m_outputs);
    std::vector<std::vector<double>> references(tokens.size(), std::vector<double>(outputs.size()));
    onEveryCore(tokens.size(), [&](std::size_t t) {
      for (std::size_t o = 0; o < outputs.size(); ++o) {
        for (std::size_t i = 0; i < m_inputs; ++i) {
          references[t][o] += m_input.input(tokens[t] * m_inputs + i) * m_weights.value(outputs[o] * m_inputs + i);
        }
      }
    });
    RelativeError error;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const std::vector<double> row = m_output.read(tokens[t] * m_outputs, m_outputs);
      for (std::size_t o = 0; o < outputs.size(); ++o) {
        error.add(row[outputs[o]], references[t][o]);
      }
    }
    return {.maximumError = error.maximum(),
            .tolerance = m_input.element() == Element::bf16 ? 2e-2 : 4e-3,
            .unwritten = m_output.notNumbers(),
            .compared = std::to_string(outputs.size()) + " outputs of " + rowsCompared(tokens.size(), m_tokens)};
  }

  Work work() const override {
    return {.bytes = static_cast<double>(m_input.bytes() + m_weights.bytes() + m_output.bytes()),
            .flops = 2.0 * static_cast<double>(m_tokens) * static_cast<double>(m_inputs * m_outputs),
            .rate = m_input.element() == Element::bf16 ? "bf16" : "fp16"};
  }

 private:
  template <typename T>
  void launchFused(cudaStream_t stream) const {
    const dim3 grid(static_cast<unsigned int>((m_outputs + fusedThreads / 32 - 1) / (fusedThreads / 32)),
                    static_cast<unsigned int>((m_tokens + tokensAtOnce - 1) / tokensAtOnce));
    fusedLinear<T><<<grid, fusedThreads, 0, stream>>>(
        m_input.as<T>(), m_weights.codes.as<unsigned int>(), m_weights.magnitudes.as<float>(), m_output.as<T>(),
        static_cast<int>(m_tokens), static_cast<int>(m_inputs), static_cast<int>(m_outputs));
  }

  std::size_t m_tokens;
  std::size_t m_inputs;
  std::size_t m_outputs;
  Tensor m_input;
  Nf4Weights m_weights;
  Tensor m_output;
  Tensor m_dequantized;
  std::optional<Matmul> m_product;
};

}  // namespace

Kernel linear4BitEntry() {
  return {.name = "linear_4bit",
          .title = "4-bit linear layer",
          .group = "Quantization",
          .shows = "NF4 weights: dequantized and multiplied by cuBLASLt, or multiplied directly for few tokens.",
          .parameters = {wholeNumber("tokens", 2048, {1, 65536}, "tokens", "Rows of the input"),
                         wholeNumber("inputs", 4096, {64, 65536, 64}, "elements", "Input length"),
                         wholeNumber("outputs", 4096, {8, 131072, 8}, "elements", "Output length"),
                         choice("type", {"bf16", "fp16"}, "Input and output type"),
                         choice("implementation", {"dequantize", "fused"},
                                "Dequantize the weights first, as bitsandbytes does for many tokens, or in the "
                                "kernel")},
          .presets = {{"one layer",
                       {{"tokens", "512"}, {"inputs", "3584"}, {"outputs", "18944"}, {"type", "fp16"}}},
                      {"one token", {{"tokens", "1"}, {"implementation", "fused"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Linear4Bit>(values);
          }};
}

}  // namespace kernline::recorder
