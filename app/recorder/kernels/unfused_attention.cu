// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/matmul.h"
#include "app/recorder/kernels/attention_problem.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/row_block.cuh"

namespace kernline::recorder {

namespace {

constexpr int threads = 256;

/// Every head of keys or values copied once for each head of queries that uses it.
__global__ void repeatHeads(const uint4* __restrict__ from, uint4* __restrict__ to, std::size_t packsPerHead,
                            unsigned int groups) {
  KERNLINE_BLOCK();
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x;
  if (i < packsPerHead) {
    to[blockIdx.y * packsPerHead + i] = from[blockIdx.y / groups * packsPerHead + i];
  }
}

template <typename T>
__global__ void scaleScores(Pack<T>* scores, std::size_t packs, float scale) {
  KERNLINE_BLOCK_OF(1);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x;
  if (i >= packs) {
    return;
  }
  Pack<T> held = scores[i];
#pragma unroll
  for (int k = 0; k < Pack<T>::size; ++k) {
    held.values[k] = fromFloat<T>(toFloat(held.values[k]) * scale);
  }
  scores[i] = held;
}

template <typename T, int packs>
__global__ void softmaxRows(T* scores, int columns, bool causal) {
  KERNLINE_BLOCK_OF(2);
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * blockDim.y + threadIdx.y;
  const int seen = causal ? static_cast<int>(row % columns) + 1 : columns;
  RowPart<T, packs> part;
  float2 own = MaximumAndSum::nothing();
  part.load(scores + row * columns, columns);
  part.forEach(columns, [&](float value, int i) { own.x = i < seen ? fmaxf(own.x, value) : own.x; });
  part.forEach(columns, [&](float& value, int i) {
    value = i < seen ? __expf(value - own.x) : 0;
    own.y += value;
  });
  const float2 whole = acrossRow(own, MaximumAndSum{});
  const float share = __expf(own.x - whole.x) / whole.y;
  part.forEach(columns, [&](float& value, int) { value *= share; });
  part.store(scores + row * columns, columns);
}

class UnfusedAttention : public PreparedKernel {
 public:
  explicit UnfusedAttention(const Values& values)
      : m_problem(values),
        m_repeatedKey(m_problem.query.element(), m_problem.query.size()),
        m_repeatedValue(m_problem.query.element(), m_problem.query.size()),
        m_scores(m_problem.query.element(), planes() * m_problem.length * m_problem.length),
        m_queryKey(shape(m_problem.length, m_problem.headDim, true)),
        m_scoresValue(shape(m_problem.headDim, m_problem.length, false)) {}

  void fill(std::uint64_t seed) override {
    m_problem.fill(seed);
    m_scores.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    withElement(m_scores.element(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const std::size_t headPacks = m_problem.length * m_problem.headDim / Pack<T>::size;
      const dim3 heads(static_cast<unsigned int>((headPacks + threads - 1) / threads),
                       static_cast<unsigned int>(planes()));
      const auto groups = static_cast<unsigned int>(m_problem.heads / m_problem.kvHeads);
      repeatHeads<<<heads, threads, 0, stream>>>(m_problem.key.as<uint4>(), m_repeatedKey.as<uint4>(), headPacks,
                                                 groups);
      repeatHeads<<<heads, threads, 0, stream>>>(m_problem.value.as<uint4>(), m_repeatedValue.as<uint4>(), headPacks,
                                                 groups);
      m_queryKey.launch(m_problem.query.data(), m_repeatedKey.data(), m_scores.data(), 1, stream);
      const std::size_t packs = m_scores.size() / Pack<T>::size;
      scaleScores<T><<<static_cast<unsigned int>((packs + threads - 1) / threads), threads, 0, stream>>>(
          m_scores.as<Pack<T>>(), packs, static_cast<float>(m_problem.scale()));
      withPacks<T>(m_problem.length, [&](auto packs) {
        const RowLaunch rows = rowLaunch<T, packs()>(planes() * m_problem.length, m_problem.length);
        softmaxRows<T, packs()><<<rows.grid, rows.block, 0, stream>>>(
            m_scores.as<T>(), static_cast<int>(m_problem.length), m_problem.causal);
      });
      m_scoresValue.launch(m_scores.data(), m_repeatedValue.data(), m_problem.output.data(), 1, stream);
    });
    checkLaunch("unfused attention");
  }

  Comparison compare() override {
    // Scores and weights are rounded to the type in between. Rounded so on the CPU, the largest error of 96 rows of 1,500
    // random bf16 inputs (seq_len 200, head_dim 128) is 3e-2 in the middle, above 6e-2 once in 100, and 1.25e-1 at most;
    // fp16 rounds 8 times as finely. A wrong element is off by about 1.
    const double tolerances[] = {1e-4, 3e-2, 2.5e-1};
    return m_problem.compare(tolerances[static_cast<int>(m_problem.query.element())]);
  }

  Work work() const override { return m_problem.work(); }

 private:
  std::size_t planes() const { return m_problem.batch * m_problem.heads; }

  MatmulShape shape(std::size_t n, std::size_t k, bool transposed) const {
    return {.element = m_problem.query.element(),
            .m = m_problem.length,
            .n = n,
            .k = k,
            .transposedB = transposed,
            .batch = planes()};
  }

  AttentionProblem m_problem;
  Tensor m_repeatedKey;
  Tensor m_repeatedValue;
  Tensor m_scores;
  Matmul m_queryKey;
  Matmul m_scoresValue;
};

}  // namespace

Kernel unfusedAttentionEntry() {
  std::vector<Parameter> parameters = attentionParameters({"fp32", "bf16", "fp16"});
  for (Parameter& parameter : parameters) {
    if (parameter.name == "seq_len") {
      parameter.maximum = 16384;  // a row of scores is kept in registers
    }
  }
  return {.name = "unfused_attention",
          .title = "Attention, unfused",
          .group = "Attention",
          .shows =
              "Attention without fusion: six launches, and three round trips of the score matrix to memory.",
          .parameters = std::move(parameters),
          .presets = attentionPresets(),
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<UnfusedAttention>(values);
          }};
}

}  // namespace kernline::recorder
