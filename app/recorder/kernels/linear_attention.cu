// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/chunk_products.cuh"
#include "app/recorder/kernels/recurrent_problem.h"

namespace kernline::recorder {

namespace {

constexpr int sharedBytes = 5 * Chunk::bytes + 2 * Chunk::floatBytes;

/// One block a head, chunks of 64 tokens in their order: inside a chunk the masked product of queries and keys, from
/// all chunks before it the state, a sum of keys times values.
template <typename T>
__global__ void __launch_bounds__(Chunk::threads)
    linearAttentionKernel(const T* query, const T* key, const T* value, T* output, int length, float scale) {
  extern __shared__ __align__(128) unsigned char shared[];
  T* queries = reinterpret_cast<T*>(shared);
  T* keys = queries + Chunk::side * Chunk::step;
  T* values = keys + Chunk::side * Chunk::step;
  T* scores = values + Chunk::side * Chunk::step;
  T* rounded = scores + Chunk::side * Chunk::step;  // the state as the tensor cores take it
  float* state = reinterpret_cast<float*>(shared + 5 * Chunk::bytes);
  float* result = state + Chunk::side * Chunk::floatStep;
  const std::size_t plane = static_cast<std::size_t>(blockIdx.x) * length * Chunk::side;
  forChunk([&](int row, int column) { at(state, row, column) = 0; });
  for (int start = 0; start < length; start += Chunk::side) {
    const std::size_t here = plane + static_cast<std::size_t>(start) * Chunk::side;
    const int rows = min(Chunk::side, length - start);
    __syncthreads();
    loadChunk(queries, query + here, rows);
    loadChunk(keys, key + here, rows);
    loadChunk(values, value + here, rows);
    forChunk([&](int row, int column) { at(rounded, row, column) = fromFloat<T>(at(state, row, column)); });
    __syncthreads();
    multiplyChunks<T, false, true, false>(queries, keys, result);
    multiplyChunks<T, true, false, true>(keys, values, state);
    __syncthreads();
    forChunk([&](int row, int column) {
      at(scores, row, column) = fromFloat<T>(column <= row ? at(result, row, column) : 0.0F);
    });
    __syncthreads();
    multiplyChunks<T, false, false, false>(queries, rounded, result);
    multiplyChunks<T, false, false, true>(scores, values, result);  // every warp adds to what it wrote itself
    __syncthreads();
    forChunk([&](int row, int column) {
      if (row < rows) {
        output[here + row * Chunk::side + column] = fromFloat<T>(at(result, row, column) * scale);
      }
    });
  }
}

class LinearAttention : public PreparedKernel {
 public:
  explicit LinearAttention(const Values& values) : m_problem(values) {
    check(cudaFuncSetAttribute(linearAttentionKernel<__nv_bfloat16>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               sharedBytes),
          "asking for shared memory");
    check(cudaFuncSetAttribute(linearAttentionKernel<__half>, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes),
          "asking for shared memory");
  }

  void fill(std::uint64_t seed) override { m_problem.fill(seed); }

  void launch(cudaStream_t stream) override {
    m_problem.query.element() == Element::bf16 ? launchOf<__nv_bfloat16>(stream) : launchOf<__half>(stream);
    checkLaunch("linear attention");
  }

  Comparison compare() override {
    constexpr std::size_t headDim = RecurrentProblem::headDim;
    return m_problem.compare(m_problem.query.element() == Element::bf16 ? 4e-2 : 6e-3,
                             [this](std::vector<double>& state, std::size_t plane, std::size_t position) {
                               const std::size_t row = (plane * m_problem.length + position) * headDim;
                               for (std::size_t i = 0; i < headDim * headDim; ++i) {
                                 state[i] +=
                                     m_problem.key.input(row + i / headDim) * m_problem.value.input(row + i % headDim);
                               }
                             });
  }

  Work work() const override {
    constexpr double headDim = RecurrentProblem::headDim;
    const auto tokens = static_cast<double>(m_problem.planes * m_problem.length);
    // A token: into the state and out of it, and half a chunk of scores and values.
    return {.bytes = m_problem.bytes(),
            .flops = tokens * (4 * headDim * headDim + 2 * Chunk::side * headDim),
            .rate = m_problem.query.element() == Element::bf16 ? "bf16" : "fp16"};
  }

 private:
  template <typename T>
  void launchOf(cudaStream_t stream) const {
    linearAttentionKernel<T><<<static_cast<unsigned int>(m_problem.planes), Chunk::threads, sharedBytes, stream>>>(
        m_problem.query.as<T>(), m_problem.key.as<T>(), m_problem.value.as<T>(), m_problem.output.as<T>(),
        static_cast<int>(m_problem.length), static_cast<float>(RecurrentProblem::scale()));
  }

  RecurrentProblem m_problem;
};

}  // namespace

Kernel linearAttentionEntry() {
  return {
      .name = "linear_attention",
      .title = "Linear attention, chunked",
      .group = "Attention with a state",
      .shows = "Attention without a softmax: a state of fixed size instead of all keys, in chunks for tensor cores.",
      .parameters = recurrentParameters(),
      .presets = {{"seed 001, training", {{"batch", "128"}, {"heads", "4"}, {"seq_len", "256"}}}},
      .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
        return std::make_unique<LinearAttention>(values);
      }};
}

}  // namespace kernline::recorder
