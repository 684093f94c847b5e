// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/chunk_products.cuh"
#include "app/recorder/kernels/recurrent_problem.h"

namespace kernline::recorder {

namespace {

constexpr int sharedBytes = 5 * Chunk::bytes + 3 * Chunk::floatBytes;

// The state forgets and is corrected (Yang et al., Gated Delta Networks):
//   state_t = a_t state_{t-1} + k_t u_t,  u_t = b_t (v_t - a_t state_{t-1}' k_t),  out_t = state_t' q_t
// With d_i the product of all a up to i in a chunk, the corrections u of its tokens solve a triangular system:
//   u_i + sum_{j<i} b_i d_i/d_j (k_i k_j) u_j = b_i (v_i - d_i state' k_i)

/// Solves it for 64 right sides, a column by four neighbouring lanes, each of which keeps every fourth of its u.
__device__ void solveTriangle(float* factors, float* rightSides) {
  const int column = static_cast<int>(threadIdx.x) / 4;
  const int part = static_cast<int>(threadIdx.x) % 4;
  float mine[Chunk::side / 4];
#pragma unroll
  for (int i = 0; i < Chunk::side; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = 0; j < (i + 3) / 4; ++j) {
      if (4 * j + part < i) {
        sum += at(factors, i, 4 * j + part) * mine[j];
      }
    }
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, 1);
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, 2);
    if (part == i % 4) {
      mine[i / 4] = at(rightSides, i, column) - sum;
      at(rightSides, i, column) = mine[i / 4];
    }
  }
}

template <typename T>
struct DeltaInputs {
  const T* query;
  const T* key;
  const T* value;
  const float* decay;  // logarithm of a, [planes][length]
  const float* beta;
  T* output;
  int length;
  float scale;
};

template <typename T>
__global__ void __launch_bounds__(Chunk::threads) gatedDeltaKernel(const DeltaInputs<T> inputs) {
  extern __shared__ __align__(128) unsigned char shared[];
  T* queries = reinterpret_cast<T*>(shared);
  T* keys = queries + Chunk::side * Chunk::step;
  T* values = keys + Chunk::side * Chunk::step;  // then the corrections u
  T* scores = values + Chunk::side * Chunk::step;
  T* rounded = scores + Chunk::side * Chunk::step;
  float* state = reinterpret_cast<float*>(shared + 5 * Chunk::bytes);
  float* first = state + Chunk::side * Chunk::floatStep;
  float* second = first + Chunk::side * Chunk::floatStep;
  __shared__ float decays[Chunk::side];  // logarithm of d
  __shared__ float betas[Chunk::side];
  const std::size_t plane = blockIdx.x;
  forChunk([&](int row, int column) { at(state, row, column) = 0; });
  for (int start = 0; start < inputs.length; start += Chunk::side) {
    const std::size_t token = plane * inputs.length + start;
    const int rows = min(Chunk::side, inputs.length - start);
    __syncthreads();
    loadChunk(queries, inputs.query + token * Chunk::side, rows);
    loadChunk(keys, inputs.key + token * Chunk::side, rows);
    loadChunk(values, inputs.value + token * Chunk::side, rows);
    forChunk([&](int row, int column) { at(rounded, row, column) = fromFloat<T>(at(state, row, column)); });
    if (threadIdx.x == 0) {
      float sum = 0;
      for (int i = 0; i < Chunk::side; ++i) {
        sum += i < rows ? inputs.decay[token + i] : 0;
        decays[i] = sum;
        betas[i] = i < rows ? inputs.beta[token + i] : 0;
      }
    }
    __syncthreads();
    multiplyChunks<T, false, true, false>(keys, keys, first);
    multiplyChunks<T, false, false, false>(keys, rounded, second);
    __syncthreads();
    forChunk([&](int row, int column) {
      at(first, row, column) =
          column < row ? at(first, row, column) * betas[row] * __expf(decays[row] - decays[column]) : 0;
      at(second, row, column) =
          betas[row] * (toFloat(at(values, row, column)) - __expf(decays[row]) * at(second, row, column));
    });
    __syncthreads();
    solveTriangle(first, second);
    __syncthreads();
    forChunk([&](int row, int column) { at(values, row, column) = fromFloat<T>(at(second, row, column)); });
    multiplyChunks<T, false, true, false>(queries, keys, first);
    __syncthreads();
    forChunk([&](int row, int column) {
      const float score = column <= row ? at(first, row, column) * __expf(decays[row] - decays[column]) : 0;
      at(scores, row, column) = fromFloat<T>(score);
    });
    multiplyChunks<T, false, false, false>(queries, rounded, second);
    __syncthreads();
    forChunk([&](int row, int column) {
      at(second, row, column) *= __expf(decays[row]);
      at(state, row, column) *= __expf(decays[Chunk::side - 1]);
      at(keys, row, column) =
          fromFloat<T>(toFloat(at(keys, row, column)) * __expf(decays[Chunk::side - 1] - decays[row]));
    });
    __syncthreads();
    multiplyChunks<T, false, false, true>(scores, values, second);
    multiplyChunks<T, true, false, true>(keys, values, state);
    __syncthreads();
    forChunk([&](int row, int column) {
      if (row < rows) {
        inputs.output[(token + row) * Chunk::side + column] = fromFloat<T>(at(second, row, column) * inputs.scale);
      }
    });
  }
}

class GatedDeltaRule : public PreparedKernel {
 public:
  explicit GatedDeltaRule(const Values& values)
      : m_problem(values),
        m_decay(Element::fp32, m_problem.planes * m_problem.length),
        m_beta(Element::fp32, m_decay.size()) {
    check(
        cudaFuncSetAttribute(gatedDeltaKernel<__nv_bfloat16>, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes),
        "asking for shared memory");
    check(cudaFuncSetAttribute(gatedDeltaKernel<__half>, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes),
          "asking for shared memory");
  }

  void fill(std::uint64_t seed) override {
    m_problem.fill(seed);
    m_decay.randomize({.seed = seed + 3, .scale = 0.01F, .offset = -0.05F});  // four deviations below zero
    m_beta.randomize({.seed = seed + 4, .scale = 0.1F, .offset = 0.5F});
  }

  void launch(cudaStream_t stream) override {
    m_problem.query.element() == Element::bf16 ? launchOf<__nv_bfloat16>(stream) : launchOf<__half>(stream);
    checkLaunch("gated delta rule");
  }

  Comparison compare() override {
    return m_problem.compare(m_problem.query.element() == Element::bf16 ? 5e-2 : 8e-3,
                             [this](std::vector<double>& state, std::size_t plane, std::size_t position) {
                               step(state, plane * m_problem.length + position);
                             });
  }

  Work work() const override {
    constexpr double headDim = RecurrentProblem::headDim;
    const auto tokens = static_cast<double>(m_problem.planes * m_problem.length);
    // A token: the state read twice and added to, half a chunk of products of keys, of scores, and of u twice.
    return {.bytes = m_problem.bytes() + static_cast<double>(m_decay.bytes() + m_beta.bytes()),
            .flops = tokens * (6 * headDim * headDim + 4 * Chunk::side * headDim),
            .rate = m_problem.query.element() == Element::bf16 ? "bf16" : "fp16"};
  }

 private:
  void step(std::vector<double>& state, std::size_t token) const {
    constexpr std::size_t headDim = RecurrentProblem::headDim;
    const double kept = std::exp(m_decay.input(token));
    const double beta = m_beta.input(token);
    std::vector<double> correction(headDim);
    for (std::size_t d = 0; d < headDim; ++d) {
      correction[d] = m_problem.value.input(token * headDim + d);
    }
    std::vector<double> key(headDim);
    for (std::size_t i = 0; i < headDim; ++i) {
      key[i] = m_problem.key.input(token * headDim + i);
      for (std::size_t d = 0; d < headDim; ++d) {
        state[i * headDim + d] *= kept;
        correction[d] -= key[i] * state[i * headDim + d];
      }
    }
    for (std::size_t i = 0; i < headDim * headDim; ++i) {
      state[i] += key[i / headDim] * beta * correction[i % headDim];
    }
  }

  template <typename T>
  void launchOf(cudaStream_t stream) const {
    const DeltaInputs<T> inputs{.query = m_problem.query.as<T>(),
                                .key = m_problem.key.as<T>(),
                                .value = m_problem.value.as<T>(),
                                .decay = m_decay.as<float>(),
                                .beta = m_beta.as<float>(),
                                .output = m_problem.output.as<T>(),
                                .length = static_cast<int>(m_problem.length),
                                .scale = static_cast<float>(RecurrentProblem::scale())};
    gatedDeltaKernel<T><<<static_cast<unsigned int>(m_problem.planes), Chunk::threads, sharedBytes, stream>>>(inputs);
  }

  RecurrentProblem m_problem;
  Tensor m_decay;
  Tensor m_beta;
};

}  // namespace

Kernel gatedDeltaRuleEntry() {
  return {.name = "gated_delta_rule",
          .title = "Gated delta rule, chunked",
          .group = "Attention with a state",
          .shows = "A state that forgets and is corrected: a triangular system in each chunk, the rest tensor cores.",
          .parameters = recurrentParameters(),
          .presets = {{"seed 001, training", {{"batch", "128"}, {"heads", "4"}, {"seq_len", "256"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<GatedDeltaRule>(values);
          }};
}

}  // namespace kernline::recorder
